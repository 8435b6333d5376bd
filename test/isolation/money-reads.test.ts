import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookkeepingQueries, type Sql, type Tx, tillQueries } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'
import { insertVisitsOfTwo } from './visits-of-two.ts'

// The bookkeeping and the export of a customer find what belongs to a part or a customer by keys, and do not
// read all bookings and takings of the salon for it: of a large one that took seconds.

const visits = 400
const ofCustomer = 20

test('of the money of a salon, what a part or a customer has is read, and not the rest', async () => {
  const { urls, witness } = await testDatabase()
  const salon = await openSalon({
    professionals: Array.from({ length: 40 }, (_, index) => `Professional ${index}`),
    services: [{ name: 'Corte' }],
  })
  const { businessId } = salon
  const [customer, other] = await witness<{ id: number }[]>`
    insert into customers (business_id, email_key, email, name, phone, language, created_at)
    select ${businessId}, name, name || '@example.com', name, '', 'es', now()
    from unnest(array['lucia', 'marta']) name returning id`
  const customerId = customer?.id ?? assert.fail()
  const otherId = other?.id ?? assert.fail()
  await insertVisitsOfTwo(witness, {
    ...{ businessId, customerId, otherId, share: ofCustomer, count: visits },
  })
  await witness`
    insert into till_entries (
      business_id, booking_id, method, amount_cents, tip_cents, currency, author_kind, author_name,
      created_at)
    select business_id, id, 'cash', 1800, 0, 'EUR', 'key', 'Web', starts_at from bookings
    where business_id = ${businessId}`
  await witness`analyze`

  const exportTill = (tx: Tx) => tillQueries.listTillEntriesByCustomer(tx, customerId)
  const exportMoney = (tx: Tx) =>
    bookkeepingQueries.listMovements(tx, {
      ...{ from: new Date('2030-03-01'), before: new Date('2030-04-01') },
      ...{ after: null, limit: ofCustomer },
    })
  assert.equal(await rowsRead(exportTill, 'app.till_entries'), ofCustomer)
  assert.equal(await rowsRead(exportMoney, 'app.bookings'), ofCustomer)

  async function rowsRead(
    work: (tx: Tx) => PromiseLike<unknown>,
    table: string,
  ): Promise<number | undefined> {
    const reads = await tableReads(urls.api, async (sql: Sql) => {
      await sql`select app.set_business(${businessId})`
      assert.notDeepEqual(await work(Object.assign(sql, { businessId }) as unknown as Tx), [])
    })
    return reads.get(table)?.rowsByIndex
  }
})
