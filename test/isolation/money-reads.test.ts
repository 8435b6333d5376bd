import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookkeepingQueries, type Sql, type Tx, tillQueries } from '@silla/db'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { tableReads } from '../support/table-reads.ts'

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
  await insertVisits()
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

  /** One after the other, each taken at the desk; the first ones of one customer. */
  async function insertVisits(): Promise<void> {
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
        returning id, professional_id, starts_at, ends_at
      ), lines as (
        insert into booking_lines (
          business_id, booking_id, position, service_id, name, price_cents, charged_cents,
          duration_minutes, points_awarded, professional_id, starts_at, ends_at, phase_minutes)
        select ${businessId}, booked.id, 0, service.id, service.name, 1800, 1800, 30, 0,
          booked.professional_id, booked.starts_at, booked.ends_at, '{30}'
        from booked cross join services service
        where service.business_id = ${businessId})
      insert into till_entries (
        business_id, booking_id, method, amount_cents, tip_cents, currency, author_kind, author_name,
        created_at)
      select ${businessId}, id, 'cash', 1800, 0, 'EUR', 'key', 'Web', starts_at from booked`
  }
})
