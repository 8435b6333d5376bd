import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addClosures, applySalon, changeSalon, ProvisioningError, planSalon } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { untilWaiting } from '../support/until-waiting.ts'
import { contentsOf, insertBooking } from './salon-contents.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()

test('a change that would orphan upcoming bookings lists them and is refused unless allowed', async () => {
  const { businessId } = await applySalon(admin, salonFile('orphaning'))
  const booking = {
    professional: 'luis',
    service: 'corte',
    startsAt: '2030-03-05T17:00:00Z',
    code: 'ORPHANED01',
  }
  await insertBooking(witness, businessId, booking)
  const before = await contentsOf(witness, businessId)
  const cases: [reason: string, change: [string, string]][] = [
    [
      'professional removed',
      [
        '  luis:\n    name: Luis\n    services: [corte]\n    shifts: { tuesday: 12:00-20:00 }\n',
        '',
      ],
    ],
    [
      'outside working time',
      ['shifts: { tuesday: 12:00-20:00 }', 'shifts: { tuesday: 12:00-18:00 }'],
    ],
    ['outside working time', ['tuesday: 10:00-20:00', 'tuesday: 10:00-18:15']],
    ['outside working time', ['day: 2030-03-19', 'day: 2030-03-05']],
    [
      'outside working time',
      ['services: [corte]', 'exceptions: [{ day: 2030-03-05 }]\n    services: [corte]'],
    ],
  ]
  for (const [reason, change] of cases) {
    await assert.rejects(applySalon(admin, salonFile('orphaning', change)), (error) => {
      assert.ok(error instanceof ProvisioningError)
      assert.equal(error.code, 'WOULD_STRAND_BOOKINGS')
      assert.match(
        error.message,
        new RegExp(`^! 2030-03-05 18:00, Luis, for Lucía \\(ORPHANED01\\): ${reason}$`, 'm'),
      )
      return true
    })
  }
  const noCut: [string, string][] = [
    ['  corte: { name: Corte, category: pelo, duration: 30, price: 18.50 }\n', ''],
    ['services: [corte]', 'services: [tinte]'],
  ]
  assert.deepEqual(
    (await planSalon(admin, salonFile('orphaning', ...noCut))).orphaned.map(({ code, reason }) => [
      code,
      reason,
    ]),
    [['ORPHANED01', 'service removed']],
  )
  assert.deepEqual(await contentsOf(witness, businessId), before)

  await applySalon(admin, salonFile('orphaning', ...noCut), { allowOrphaned: true })
  assert.deepEqual((await contentsOf(witness, businessId)).services, [
    'corte pelo 1850 inactive',
    'tinte pelo 4000 active',
  ])
  const later = await applySalon(
    admin,
    salonFile('orphaning', ...noCut, ['name: Ana', 'name: Anabel']),
  )
  assert.deepEqual(
    later.orphaned,
    [],
    'a booking that is already orphaned does not block another change',
  )
})

test('a booking created while a change is written is not orphaned either', async () => {
  const { businessId } = await applySalon(admin, salonFile('meanwhile'))
  const visit = {
    professional: 'luis',
    service: 'corte',
    startsAt: '2030-03-05T17:00:00Z',
    code: 'MEANWHILE1',
  }
  const earlier: [string, string] = [
    'shifts: { tuesday: 12:00-20:00 }',
    'shifts: { tuesday: 12:00-18:00 }',
  ]
  const { changing } = await witness.begin(async (tx) => {
    await tx`lock table shifts in share row exclusive mode`
    const changing = applySalon(admin, salonFile('meanwhile', earlier)).catch((error) => error)
    // the change has checked the bookings and now waits for the lock on the shifts
    await untilWaiting(1)
    await insertBooking(tx as never, businessId, visit)
    return { changing }
  })
  assert.equal((await changing).code, 'WOULD_STRAND_BOOKINGS')
  assert.equal((await planSalon(admin, salonFile('meanwhile'))).changes.length, 0)
})

test('a change that may orphan bookings names those that were made while it was written', async () => {
  const { businessId } = await applySalon(admin, salonFile('allowed'))
  const visit = { professional: 'luis', service: 'corte' }
  const book = (sql: typeof witness, code: string, startsAt: string) =>
    insertBooking(sql, businessId, { ...visit, code, startsAt })
  await book(witness, 'BEFORE0001', '2030-03-05T16:00:00Z')
  const closed = addClosures({ days: { from: 21_978, to: 21_978 }, time: null, reason: undefined })
  const { changing } = await witness.begin(async (tx) => {
    await tx`lock table closing_days in share row exclusive mode`
    const changing = changeSalon(admin, 'allowed', closed, {
      action: 'schedule.closures.add',
      allowOrphaned: true,
    })
    await untilWaiting(1)
    await book(tx as never, 'WRITTEN001', '2030-03-05T17:00:00Z')
    return { changing }
  })
  assert.deepEqual(
    (await changing).orphaned.map(({ code, day }) => [code, day]),
    [
      ['BEFORE0001', '2030-03-05'],
      ['WRITTEN001', '2030-03-05'],
    ],
  )
})

test('a booking that is already outside working time does not block a change', async () => {
  const { businessId } = await applySalon(admin, salonFile('early'))
  const early = {
    professional: 'luis',
    service: 'corte',
    startsAt: '2030-03-05T05:00:00Z',
    code: 'EARLYBIRD1',
  }
  await insertBooking(witness, businessId, early)
  const plan = await applySalon(
    admin,
    salonFile('early', ['tuesday: 12:00-20:00', 'tuesday: 12:00-18:00']),
  )
  assert.deepEqual(plan.orphaned, [])
})

test('past and cancelled bookings do not block a change', async () => {
  const { businessId } = await applySalon(admin, salonFile('past'))
  const visit = { professional: 'luis', service: 'corte' }
  await insertBooking(witness, businessId, {
    ...visit,
    startsAt: '2020-03-03T17:00:00Z',
    code: 'LONGAGO001',
  })
  await insertBooking(witness, businessId, {
    ...visit,
    startsAt: '2030-03-05T17:00:00Z',
    code: 'CANCELLED1',
    state: 'cancelled',
  })
  const plan = await applySalon(
    admin,
    salonFile('past', ['tuesday: 12:00-20:00', 'tuesday: 12:00-13:00']),
  )
  assert.deepEqual(plan.orphaned, [])
})
