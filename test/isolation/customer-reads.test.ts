import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingListQueries, type Sql } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'
import { insertVisitsOfTwo } from './visits-of-two.ts'

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
  const otherId = other?.id ?? assert.fail()
  await insertVisitsOfTwo(witness, {
    ...{ businessId, customerId, otherId, share: ofCustomer, count: visits },
  })

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
})
