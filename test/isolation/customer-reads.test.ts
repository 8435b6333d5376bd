import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingListQueries, type Sql } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'

// A database that was restored has no statistics until it is analyzed, and all its indexes cost the same. What
// belongs to a customer is found by keys there, too: of 100,000 bookings the export of one took longer than a
// statement may.

const visits = 4000
const ofCustomer = 20

test('without statistics, the bookings of a customer are read, and not those of the salon', async () => {
  const { urls, witness } = await testDatabase()
  for (const table of ['bookings', 'booking_lines', 'professionals'])
    await witness.unsafe(`alter table app.${table} set (autovacuum_enabled = off)`)
  const salon = await openSalon({
    professionals: Array.from({ length: 40 }, (_, index) => `Professional ${index}`),
  })
  const { businessId } = salon
  const [customer, other] = await witness<{ id: number }[]>`
    insert into customers (business_id, email_key, email, name, phone, language, created_at)
    select ${businessId}, name || '@example.com', name || '@example.com', name, '', 'es', now()
    from unnest(array['lucia', 'marta']) name returning id`
  const customerId = customer?.id ?? assert.fail()
  await insertVisits(other?.id ?? assert.fail())

  const ever = { from: null, before: null, states: null, professionalId: null }
  const reads = await tableReads(urls.api, async (sql: Sql) => {
    const rows = await bookingListQueries.listBookings(sql, businessId, {
      ...{ ...ever, customerId, earliestFirst: false, offset: 0, limit: 100_000 },
    })
    assert.equal(rows.length, ofCustomer)
  })
  // their ids, and then each of them whole
  assert.equal(reads.get('app.bookings')?.rowsByIndex, 2 * ofCustomer)
  assert.equal(reads.get('app.booking_lines')?.rowsByIndex, ofCustomer)
  // the names of a booking and of its line
  assert.equal(reads.get('app.professionals')?.rowsByIndex, 2 * ofCustomer)

  /** Each a minute after the other, and with another professional; the first ones of one customer. */
  async function insertVisits(otherId: number): Promise<void> {
    await witness`
      with booked as (
        insert into bookings (
          business_id, code, state, professional_id, customer_id, starts_at, ends_at, contact_name,
          contact_email, contact_phone, notes, currency, subtotal_cents, discount_cents, total_cents,
          payment_required, points_used, points_earned, version, created_at, updated_at)
        select ${businessId}, 'V' || number, 'confirmed', professional.id,
          case when number <= ${ofCustomer}::int then ${customerId}::bigint else ${otherId} end, starts_at,
          starts_at + interval '30 minutes', 'Lucía', 'lucia@example.com', '', '', 'EUR', 1800, 0,
          1800, false, 0, 0, 1, starts_at, starts_at
        from generate_series(1, ${visits}::int) number
        cross join lateral (
          select timestamptz '2030-03-05T08:00Z' + make_interval(mins => number) as starts_at) time
        join (
          select id, row_number() over (order by id) as place from professionals
          where business_id = ${businessId}) professional on professional.place = 1 + number % 40
        returning id, professional_id, starts_at, ends_at)
      insert into booking_lines (
        business_id, booking_id, position, service_id, name, price_cents, charged_cents,
        duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
      select ${businessId}, booked.id, 0, service.id, service.name, 1800, 1800, 30, 0,
        booked.professional_id, booked.starts_at, booked.ends_at, '{30}'
      from booked cross join (
        select id, name from services where business_id = ${businessId} limit 1) service`
  }
})
