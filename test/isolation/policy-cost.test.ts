import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bookingQueries,
  catalogQueries,
  customerExportQueries,
  customerSearchQueries,
  mailQueries,
  paymentQueries,
  pointsQueries,
  reviewQueries,
  shopQueries,
  type Tx,
} from '@silla/db'
import { requestContextFor } from '../support/request-context.ts'
import { openSalon } from '../support/salon.ts'

// The policy compares a row with the setting without a sub-select, as Citus requires (decision
// 0019). PostgreSQL evaluates the setting once per scan all the same, because every statement names
// its tenant: what is left of the comparison has no column in it.

const page = { offset: 0, limit: 20 }

const statements: Record<string, (tx: Tx) => PromiseLike<object[]>> = {
  'a booking by its id': (tx) => bookingQueries.findBookingById(tx, 1),
  'orders of a salon': (tx) =>
    shopQueries.listOrders(tx, { customerId: null, onlyUnpaid: false }, page),
  'payments of a salon': (tx) => paymentQueries.listPayments(tx, { ...page, state: null }),
  'payments of a customer': (tx) => customerExportQueries.listPaymentsByCustomer(tx, 1),
  'emails of a customer': (tx) => customerExportQueries.listEmailsByCustomer(tx, 1),
  'emails of a salon': (tx) => mailQueries.listMails(tx, { ...page, state: null, to: null }),
  'customers by name': (tx) =>
    customerSearchQueries.searchCustomers(
      tx,
      { words: ['lola'], email: 'lola', phone: '+34', phoneEnd: '34' },
      { ...page, professionalId: null },
    ),
  'movements of points': (tx) => pointsQueries.listMovements(tx, 1, page),
  'pages of reviews': (tx) => reviewQueries.listReviewPages(tx, [{ ...page, professionalId: 1 }]),
  'recent reviews': (tx) => catalogQueries.listRecentReviews(tx, 3),
}

test('a statement reads the setting of the policies once per table, not for every row', async () => {
  const { tenant } = await requestContextFor(await openSalon())
  for (const [name, statement] of Object.entries(statements)) {
    const plan = await tenant.db.transaction(async (tx) => {
      await tx`set local plan_cache_mode = force_generic_plan`
      const rows = await tx<{ queryPlan: string }[]>`explain (costs off) ${statement(tx) as never}`
      return rows.map((row) => Object.values(row)[0]?.trim() ?? '')
    })
    const reading = plan.filter((line) => line.includes('current_setting'))
    assert.notEqual(reading.length, 0, `${name}: no policy applies`)
    for (const line of reading) assert.match(line, /^One-Time Filter: /, name)
  }
})
