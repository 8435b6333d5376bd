import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkConsistency,
  type ImportReport,
  importBookings,
  importCustomers,
  readBookingFile,
  readCustomerFile,
} from '@silla/core'
import { importSentence } from '@silla/errors'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { staffOf } from '../support/staff.ts'
import { chunksOf } from '../unit/imports/files.ts'

const { witness } = await testDatabase()

const inputOf = (text: string) => ({
  bytes: chunksOf(text, 4096),
  encoding: 'utf-8' as const,
  source: 'generic' as const,
  columns: new Map<string, string>(),
})

async function importInto(
  salon: TestSalon,
  rows: readonly string[],
  {
    dryRun = false,
    mapping = [] as [string, string][],
    matchNames = false,
    remind = false,
    beforeWriting = async (): Promise<void> => {},
  } = {},
): Promise<ImportReport> {
  const context = await staffOf(salon, 'bookings.import')
  const catalog = await context.tenant.catalog()
  const text = [columns, ...rows].join('\n')
  const file = await readBookingFile(catalog, inputOf(text), null)
  await beforeWriting()
  const options = { dryRun, mapping: new Map(mapping), matchNames, remind }
  return importBookings(context, file, options)
}

const columns =
  'id,customer id,name,email,phone,date,time,duration,service,professional,price,status,notes'

const outcomes = ({ rows }: ImportReport) =>
  rows.map(({ line, outcome, notes }) =>
    [line, outcome, ...notes.map((note) => importSentence(note, 'en'))].join(' '),
  )

const bookingsOf = ({ businessId }: TestSalon) => witness<
  {
    state: string
    localStart: string
    minutes: number
    totalCents: number
    pointsEarned: number
    claims: number
    customerId: number
    notes: string
  }[]
>`
  select state, local_start::text, extract(epoch from ends_at - starts_at)::int / 60 as minutes,
    total_cents::int, points_earned, customer_id, notes,
    (select count(*)::int from app.claims where claims.business_id = ${businessId}
      and owner_kind = 'booking' and owner_id = bookings.id) as claims
  from app.bookings where business_id = ${businessId} order by starts_at`

/** What nobody may hear of, and what is to be done later. */
async function consequences({ businessId }: TestSalon): Promise<object> {
  const [row] = await witness`
    select (select count(*)::int from app.mails where business_id = ${businessId}) as mails,
      (select count(*)::int from app.events where business_id = ${businessId}) as events,
      (select count(*)::int from app.points_movements where business_id = ${businessId}) as points`
  return { ...row }
}

const salonWithTwo = () =>
  openSalon({
    professionals: ['Ana', 'Marta'],
    services: [
      { name: 'Corte', minutes: 30, pointsAwarded: 10 },
      { name: 'Barba', minutes: 20 },
    ],
    settings: { pointsEnabled: true },
  })

test('D78: bookings are imported once: upcoming ones take their time, past ones are history', async () => {
  const salon = await salonWithTwo()
  dataOf(await salon.guest.book('Ana', '12:00', { date: '2030-03-05' }), 201)
  const before = await consequences(salon)
  const rows = [
    '1,,Eva Gil,eva@example.com,,2030-03-05,10:00,,Corte,Ana,,confirmed,=1+1',
    '2,,Eva Gil,eva@example.com,,2030-03-05,10:15,,Corte,Ana,,confirmed,',
    '3,,Eva Gil,eva@example.com,,05/03/2030,10:15,45 min,corte + barba,Marta,"25,50 €",booked,',
    '4,,Hugo,,600123456,2030-03-05,12:10,,Corte,Ana,,,',
    '5,,Hugo,,600123456,2029-01-10,10:00,,Corte,Ana,12,completed,',
    '6,,Hugo,,600123456,2029-01-10,10:10,,Corte,Ana,,No-show,',
    '7,,Hugo,,600123456,2030-03-06,10:10,,Corte,Ana,,cancelled,',
    '8,,Hugo,,600123456,2030-03-05,22:00,,Corte,Ana,,,',
    '9,,Hugo,,600123456,31/02/2030,10:00,,Corte,Ana,,,',
    '10,,Hugo,,600123456,2030-03-31,02:30,,Corte,Ana,,,',
    '1,,Eva Gil,eva@example.com,,2030-03-05,10:00,,Corte,Ana,,confirmed,=1+1',
    '1,,Eva Gil,eva@example.com,,2030-03-05,11:00,,Corte,Ana,,confirmed,',
    '11,,Hugo,,600123456,2030-03-06,10:00,,Corte,Ana,,no show,',
  ]
  const dry = await importInto(salon, rows, { dryRun: true })
  const report = await importInto(salon, rows)
  assert.deepEqual(outcomes(report), outcomes(dry))
  const [booked] = await witness<{ code: string }[]>`
    select code from app.bookings where business_id = ${salon.businessId} and contact_name = 'Lucía Prado'`
  assert.deepEqual(outcomes(report), [
    '2 created',
    '3 clash the time is taken by line 2',
    '4 created',
    `5 clash the time is taken by booking ${booked?.code}`,
    '6 created',
    '7 created',
    '8 skipped cancelled',
    '9 refused the salon is closed then',
    '10 refused "31/02/2030" is not a date',
    '11 refused 02:30 does not exist on that day: the clocks skip it',
    '12 duplicate the same visit as in line 2',
    '13 refused the id of line 2 with another time, service or professional',
    '14 refused a visit that has not ended cannot have been missed',
  ])
  const bookings = await bookingsOf(salon)
  assert.deepEqual(
    bookings.map(({ state, localStart, minutes, totalCents, pointsEarned, claims }) =>
      [state, localStart, minutes, totalCents, pointsEarned, claims].join(' '),
    ),
    [
      'completed 2029-01-10 10:00:00 30 1200 0 0',
      'no_show 2029-01-10 10:10:00 30 1800 0 0',
      'confirmed 2030-03-05 10:00:00 30 1800 10 1',
      'confirmed 2030-03-05 10:15:00 45 2550 20 1',
      'confirmed 2030-03-05 12:00:00 30 1800 10 1',
    ],
  )
  assert.equal(bookings[2]?.notes, '=1+1')
  // Hugo, Eva and the guest
  assert.equal(new Set(bookings.map(({ customerId }) => customerId)).size, 3)
  assert.deepEqual(await consequences(salon), before)
  assert.equal(await checkConsistency(await staffOf(salon)), null)
  const slots = await salon.guest.listSlots('Ana', '2030-03-05')
  assert.ok(slots.includes('10:00 ocupado') && slots.includes('10:30'))

  const again = await importInto(salon, rows)
  assert.deepEqual([again.counts.unchanged, again.counts.created], [4, 0])
  assert.deepEqual(await bookingsOf(salon), bookings)
})

test('names that the salon does not have are listed before anything is written', async () => {
  const salon = await salonWithTwo()
  const rows = [
    '1,,Eva,eva@example.com,,2030-03-05,10:00,,Haircut,Ana,,,',
    '2,,Eva,eva@example.com,,2030-03-05,11:00,,Haircut,Anna,,,',
    '3,,Eva,eva@example.com,,2030-03-05,12:00,,Corte,Ana,,,',
    '4,,Break,,,2030-03-05,13:00,,Lunch,Ana,,,',
  ]
  const dry = await importInto(salon, rows, { dryRun: true })
  assert.deepEqual(dry.unknownNames, [
    { kind: 'service', name: 'Haircut', rows: 2 },
    { kind: 'service', name: 'Lunch', rows: 1 },
  ])
  await assert.rejects(importInto(salon, rows), /does not have: "Haircut" \(2\), "Lunch"/)
  assert.equal((await bookingsOf(salon)).length, 0)
  const mapping: [string, string][] = [
    ['haircut', 'Corte'],
    ['Anna', 'marta'],
    ['Lunch', ''],
  ]
  const report = await importInto(salon, rows, { mapping })
  assert.deepEqual(
    report.rows.map(({ outcome }) => outcome),
    ['created', 'created', 'created', 'skipped'],
  )
})

test('a booking is of the customer with that id, that e-mail, or that name and phone', async () => {
  const salon = await salonWithTwo()
  const context = await staffOf(salon)
  const list = 'id,name,email,phone\nc1,Eva Gil,,600123456\nc2,Hugo Sanz,hugo@example.com,\n'
  const customers = await readCustomerFile(await context.tenant.catalog(), inputOf(list))
  const imported = await importCustomers(context, customers, { dryRun: false })
  const [eva, hugo] = imported.rows.map(({ id }) => id)
  const report = await importInto(
    salon,
    [
      '1,c1,Eva G.,,,2030-03-05,10:00,,Corte,Ana,,,',
      '2,,eva gil,,600123456,2030-03-05,11:00,,Corte,Ana,,,',
      '3,,H. Sanz,HUGO@example.com,,2030-03-05,12:00,,Corte,Ana,,,',
      '4,,Hugo Sanz,,,2030-03-05,13:00,,Corte,Ana,,,',
    ],
    { matchNames: true },
  )
  assert.equal(report.counts.created, 4)
  assert.deepEqual(
    (await bookingsOf(salon)).map(({ customerId }) => customerId),
    [eva, eva, hugo, hugo],
  )
  // without the flag a name alone is nobody in particular
  await importInto(salon, ['5,,Hugo Sanz,,,2030-03-05,14:00,,Corte,Ana,,,'])
  assert.notEqual((await bookingsOf(salon)).at(-1)?.customerId, hugo)
})

test('a time that somebody takes during the import is listed, and the rest goes on', async () => {
  const salon = await salonWithTwo()
  const rows = [
    '1,,Eva,eva@example.com,,2030-03-05,10:00,,Corte,Ana,,,',
    '2,,Eva,eva@example.com,,2030-03-05,11:00,,Corte,Ana,,,',
  ]
  const staff = await staffOf(salon)
  const catalog = await staff.tenant.catalog()
  const file = await readBookingFile(catalog, inputOf([columns, ...rows].join('\n')), null)
  const { db } = staff.tenant
  const booking = async () =>
    dataOf(await salon.guest.book('Ana', '10:00', { date: '2030-03-05' }), 201)
  const tenant = {
    ...staff.tenant,
    db: {
      ...db,
      // after the rows were planned, before they are written
      transaction: async (...parts: Parameters<typeof db.transaction>) => {
        await booking()
        return db.transaction(...parts)
      },
    } as typeof db,
  }
  const report = await importBookings({ ...staff, tenant }, file, {
    ...{ dryRun: false, mapping: new Map(), matchNames: false, remind: false },
  })
  assert.deepEqual(outcomes(report), ['2 clash the time was taken meanwhile', '3 created'])
  assert.equal((await bookingsOf(salon)).length, 2)
  assert.equal(await checkConsistency(await staffOf(salon)), null)
})

test('a visit takes a free unit of what its services need', async () => {
  const salon = await openSalon({
    professionals: ['Ana', 'Marta', 'Eva'],
    resources: { Lavabo: 2 },
    services: [{ name: 'Color', minutes: 60, needs: ['Lavabo'] }],
  })
  const report = await importInto(
    salon,
    ['Ana', 'Marta', 'Eva'].map(
      (who, index) => `${index},,Eva,eva@example.com,,2030-03-05,10:00,,Color,${who},,,`,
    ),
  )
  assert.deepEqual(
    report.rows.map(({ outcome }) => outcome),
    ['created', 'created', 'clash'],
  )
  assert.equal(await checkConsistency(await staffOf(salon)), null)
})
