import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySalon, checkData, checkedBusinesses } from '@silla/core'
import { healthQueries } from '@silla/db'
import { dataFindingOf } from '../../cli/src/doctor/data-messages.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { publishEvents } from '../support/events.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { salonFileFor } from '../support/salon-fixture.ts'
import { tableReads } from '../support/table-reads.ts'

const { admin, urls, witness } = await testDatabase()
const fixture = { hours: '09:00-20:00', professionals: ['Ana', 'Bea'] }
const monday = '2030-03-11'

test('upcoming bookings on a closed day or outside the working time are reported by code', async () => {
  const salon = await openSalon({ ...fixture, now: '2030-03-04T08:00' })
  const book = async (professional: string, time: string, date: string) =>
    dataOf(
      await salon.guest.book(professional, time, {
        date,
        email: `at-${time.replace(':', '-')}@example.com`,
      }),
      201,
    ).codigo
  const early = await book('Ana', '09:00', monday)
  await book('Ana', '10:00', monday)
  const late = await book('Ana', '19:30', monday)
  const inBreak = await book('Ana', '14:00', '2030-03-12')
  const onHoliday = await book('Ana', '11:00', '2030-03-13')
  const ofBea = await book('Bea', '12:00', '2030-03-14')
  const cancelled = await book('Ana', '18:00', '2030-03-13')
  dataOf(await salon.guest.cancel(await found(salon, cancelled)))
  assert.equal(await finding(salon), null)

  const shorter = salonFileFor(salon.slug, {
    ...fixture,
    hours: '09:15-19:45',
    break: '14:15-16:00',
    closings: { '2030-03-13': null },
    professionals: ['Ana'],
  })
  await applySalon(admin, shorter, { clock: salon.clock, allowOrphaned: true })
  assert.equal(
    await finding(salon),
    'Upcoming bookings are on a closed day or outside the working time: ' +
      `${salon.slug} (${[early, late, inBreak, onHoliday, ofBea].join(', ')}).`,
  )

  salon.setTime('2030-03-12T15:00')
  assert.match((await finding(salon)) ?? '', new RegExp(`\\(${onHoliday}, ${ofBea}\\)`))
  await salon.apply(fixture)
  assert.equal(await finding(salon), null)
})

test('a visit that ends when the clocks change is within the working time', async () => {
  const salon = await openSalon({
    ...fixture,
    hours: '00:00-24:00',
    now: '2030-03-30T08:00',
  })
  dataOf(await salon.guest.book('Ana', '01:45', { date: '2030-03-31' }), 201)
  dataOf(await salon.guest.book('Ana', '23:30', { date: '2030-03-31' }), 201)
  assert.equal(await finding(salon), null)
})

test('the rows of a business are found through indexes, and those of old bookings are not read', async () => {
  const salon = await openSalon({ ...fixture, now: '2030-03-04T08:00' })
  const times = ['10:00', '11:00', '12:00', '13:00']
  for (const time of times) dataOf(await salon.guest.book('Ana', time, { date: monday }), 201)
  const { businessId, clock } = salon
  await witness`analyze bookings, booking_lines, booking_transitions, claims`
  const reads = await readsOfCheck()
  // for the totals and for the claims
  assert.equal(reads.get('app.booking_lines')?.rowsByIndex, 2 * times.length)
  for (const [table, { sequentialScans }] of reads)
    if (table.startsWith('app.')) assert.equal(sequentialScans, 0, table)

  await witness`update bookings set starts_at = starts_at - interval '1 year',
    ends_at = ends_at - interval '1 year' where business_id = ${businessId}`
  const later = await readsOfCheck()
  for (const table of ['bookings', 'booking_lines', 'booking_transitions', 'claims'])
    assert.equal(later.get(`app.${table}`)?.rowsByIndex, 0, table)

  function readsOfCheck() {
    return tableReads(urls.cli, async (tx) => {
      await tx`select app.set_business(${businessId})`
      await tx`select from app.check_business(${businessId}, ${clock.now()}, null)`
    })
  }
})

test('of the events only those after the last position are read', async () => {
  const salon = await openSalon({ ...fixture, now: '2030-03-04T08:00' })
  for (const time of ['10:00', '11:00', '12:00', '13:00'])
    dataOf(await salon.guest.book('Ana', time, { date: monday }), 201)
  await publishEvents(salon)
  await witness`analyze events`
  const { businessId } = salon
  const reads = await tableReads(urls.cli, async (tx) => {
    await tx`select app.set_business(${businessId})`
    await healthQueries.findOutgoingHealth(Object.assign(tx, { businessId }))
  })
  const ofEvents = [...reads].filter(([table]) => /^app\.events_(\d|default)/.test(table))
  assert.ok(ofEvents.length > 0)
  assert.deepEqual(
    ofEvents.filter(([, { rowsByIndex }]) => rowsByIndex > 0),
    [],
  )
})

const found = async ({ guest }: TestSalon, code: string) =>
  dataOf(await guest.get(`/reservas/codigo/${code}/`))

/** What the doctor says about the salon's visits; null: nothing. */
async function finding({ slug, clock }: TestSalon): Promise<string | null> {
  const results = checkData(await checkedBusinesses(admin, clock))
  const result = results.find(({ check }) => check === 'visits-outside-hours')
  assert.ok(result)
  const { message } = dataFindingOf(result)
  return message.includes(`${slug} (`) ? message : null
}
