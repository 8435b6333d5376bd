import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Code } from '../../spec/contract/codes.ts'
import { assertError, dataOf } from '../../support/assertions.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import type { SalonFixture } from '../../support/salon-fixture.ts'
import { assertWritesNothing } from '../../support/writes.ts'

const monday = '2030-03-04'
const halfHours: SalonFixture = { hours: '09:00-12:00', settings: { slotIntervalMinutes: 30 } }

/** What is offered instead, as `HH:MM`, or with the date when it is another day. */
async function offeredInstead(
  salon: TestSalon,
  time: string,
  { code = 'SLOT_NOT_AVAILABLE' as Code, ...more } = {},
): Promise<string[]> {
  const answer = await assertWritesNothing(salon, () =>
    salon.guest.book('Ana', time, { email: 'other@example.com', ...more }),
  )
  assertError(answer, code)
  return answer.error.alternativas.map(
    (one: { fecha: string; hora_inicio: string; peluquero_id: number }) => {
      assert.equal(one.peluquero_id, salon.id('Ana'))
      return one.fecha === salon.today ? one.hora_inicio : `${one.fecha} ${one.hora_inicio}`
    },
  )
}

test('D15: alternatives to a taken time are the nearest free ones of the day', async () => {
  const salon = await openSalon({ ...halfHours, now: `${monday}T08:00` })
  dataOf(await salon.guest.book('Ana', '10:30'), 201)
  assert.deepEqual(await offeredInstead(salon, '10:30'), ['10:00', '11:00', '09:30'])
})

test('D15: alternatives to a time off the grid are the nearest starts', async () => {
  const salon = await openSalon({ ...halfHours, now: `${monday}T08:00` })
  assert.deepEqual(await offeredInstead(salon, '10:10'), ['10:00', '10:30', '09:30'])
})

test('D15: when the day is full, alternatives continue on the next days', async () => {
  const salon = await openSalon({
    ...halfHours,
    hours: { 1: '09:00-10:30', 3: '10:00-12:00' },
    closings: { '2030-03-06': '10:00-11:00' },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  dataOf(await salon.guest.book('Ana', '09:30'), 201)
  assert.deepEqual(await offeredInstead(salon, '09:00'), [
    '10:00',
    '2030-03-06 11:00',
    '2030-03-06 11:30',
  ])
})

test('D15: alternatives are long enough, not past, and within notice and horizon', async () => {
  const salon = await openSalon({
    services: [{ name: 'Corte', minutes: 60 }],
    hours: '09:00-12:00',
    settings: { slotIntervalMinutes: 30, noticeMinutes: 60, horizonDays: 1 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  salon.setTime(`${monday}T08:30`)
  assert.deepEqual(await offeredInstead(salon, '10:00'), [
    '11:00',
    '2030-03-05 09:00',
    '2030-03-05 09:30',
  ])
})

test('D15: without free time there are no alternatives', async () => {
  const salon = await openSalon({
    hours: '09:00-09:30',
    settings: { horizonDays: 1 },
    now: `${monday}T08:00`,
  })
  dataOf(await salon.guest.book('Ana', '09:00'), 201)
  dataOf(await salon.guest.book('Ana', '09:00', { date: '2030-03-05' }), 201)
  assert.deepEqual(await offeredInstead(salon, '09:00'), [])
})

test('D15: every alternative can be booked', async () => {
  const salon = await openSalon({ ...halfHours, now: `${monday}T08:00` })
  dataOf(await salon.guest.book('Ana', '10:00'), 201)
  for (const time of await offeredInstead(salon, '10:00')) {
    dataOf(
      await salon.guest.book('Ana', time, { email: `${time.replace(':', '')}@example.com` }),
      201,
    )
  }
})

test('D15: alternatives to a time at which nobody works are the nearest free ones', async () => {
  const salon = await openSalon({
    ...halfHours,
    professionals: [{ name: 'Ana', shifts: { 1: ['10:00-12:00'], 2: ['09:00-12:00'] } }],
    now: `${monday}T08:00`,
  })
  const offered = (code: Code, time: string) => offeredInstead(salon, time, { code })
  assert.deepEqual(await offered('PROFESSIONAL_NOT_AVAILABLE', '09:30'), [
    '10:00',
    '10:30',
    '11:00',
  ])
  assert.deepEqual(await offered('BUSINESS_CLOSED', '12:30'), ['11:30', '11:00', '10:30'])
  salon.setTime(`${monday}T11:10`)
  assert.deepEqual(await offered('TOO_SOON', '11:00'), [
    '11:30',
    '2030-03-05 09:00',
    '2030-03-05 09:30',
  ])
})

test('an error that is not about the time has no alternatives', async () => {
  const salon = await openSalon({ ...halfHours, now: `${monday}T08:00` })
  const answer = await salon.guest.book('Ana', '10:00', { date: '2030-03-03' })
  assertError(answer, 'DATE_IN_PAST')
  assert.equal('alternativas' in answer.error, false)
})
