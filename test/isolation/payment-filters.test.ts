import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  disputeQueries,
  openDatabase,
  openTenantDbs,
  paymentQueries,
  processorAccountQueries,
  processorCustomerQueries,
  processorEventQueries,
  refundQueries,
  type TenantDb,
  type Tx,
} from '@silla/db'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// With the policy out of the way, as in filters.test.ts: every question about money, asked by one
// salon with the numbers and names of the other's, finds nothing and changes nothing.

const at = new Date('2030-03-04T08:00:00Z')
let theirs: TestSalon
let mine: TestSalon
let db: TenantDb
/** Numbers and names of what is theirs. */
let customer: number
let order: number
let payment: number
let refund: number
let dispute: number
let processorCustomer: number
const account = 'acct_theirs'
const open = () => ({ bookingId: null, orderId: order, packageId: null })

before(async () => {
  const { urls, witness } = await testDatabase()
  theirs = await openSalon({ products: [{ name: 'Taza' }] })
  mine = await openSalon()
  const stranger = await theirs.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  customer = stranger.id
  const { data } = await stranger.post('/pedidos/', {
    items: [{ producto_id: theirs.id('Taza'), cantidad: 1 }],
  })
  order = data.id
  const of = { business_id: theirs.businessId, created_at: at, updated_at: at }
  const idOf = async (table: string, row: object) => {
    const [written] = await witness<
      { id: number }[]
    >`insert into ${witness(table)} ${witness({ ...of, ...row } as never)} returning id`
    return written?.id ?? 0
  }
  payment = await idOf('payments', { ...open(), ...paymentRow() })
  refund = await idOf('refunds', {
    payment_id: payment,
    reason: 'late',
    cause: 'late',
    amount_cents: 1,
    processor_key: 'key',
  })
  dispute = await idOf('disputes', {
    payment_id: payment,
    dispute_ref: 'dp_1',
    amount_cents: 1,
    reason: '',
    state: 'open',
  })
  await witness`
    insert into processor_accounts (business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
    values (${theirs.businessId}, ${account}, false, 'active', true, ${at}, ${at})`
  const [known] = await witness<{ id: number }[]>`
    insert into processor_customers (business_id, customer_id, account_ref, processor_key, created_at)
    values (${theirs.businessId}, ${customer}, ${account}, 'key', ${at}) returning id`
  processorCustomer = known?.id ?? 0
  await witness`
    insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
    values (${theirs.businessId}, 'evt_1', 'test', ${at}, ${at})`
  const database = openDatabase({ url: urls.migrator, name: 'silla-test-filters' })
  atEnd(() => database.close())
  db = openTenantDbs(database)(mine.businessId)
})

test('no question about money finds or changes what is the other salon’s', async () => {
  const before = await theirBooks()
  for (const [name, input] of Object.entries(asks())) {
    // what is written anew may refer to nothing of theirs, which the foreign keys see to
    const rows = await db
      .transaction(async (tx) => [...(await input(tx))])
      .catch((error) => refusedByKey(error))
    if (!writesAnew(name)) assert.deepEqual(rows, [], name)
    assert.deepEqual(await theirBooks(), before, name)
  }
})

test('each of these questions is asked above', () => {
  const named = [
    paymentQueries,
    refundQueries,
    disputeQueries,
    processorEventQueries,
    processorCustomerQueries,
  ]
  const missing = named
    .flatMap((queries) => Object.keys(queries))
    .filter((name) => !(name in asks()))
  assert.deepEqual(missing, [], 'ask it with the numbers and names of the other salon')
})

const writesAnew = (name: string) => /^(insert|record|connect)/.test(name)

function refusedByKey(error: { code?: string }): [] {
  if (error.code !== '23503') throw error
  return []
}

async function theirBooks() {
  const { witness } = await testDatabase()
  const tables = [
    'payments',
    'refunds',
    'disputes',
    'processor_accounts',
    'processor_customers',
    'processor_events',
    'orders',
  ]
  const records = tables.map(
    (table) =>
      witness`select to_jsonb(row) as row from ${witness(table)} row where business_id = ${theirs.businessId}`,
  )
  return Promise.all(records)
}

function asks(): Record<string, (tx: Tx) => PromiseLike<readonly object[]>> {
  const far = new Date('2040-01-01')
  const status = {
    ...({
      state: 'completed',
      isOpen: false,
      intentRef: 'pi_mine',
      statusSeen: 'succeeded',
      statusSeenAt: at,
    } as const),
    ...{
      receivedCents: 1,
      receivedCurrency: 'EUR',
      refundSeenCents: 0,
      chargeRef: null,
      receiptUrl: '',
    },
    ...{
      failureCode: '',
      failureMessage: '',
      failedAt: null,
      settledAt: null,
      applied: true,
      pointsAwarded: 0,
      updatedAt: far,
    },
  }
  return {
    paymentById: (tx) => paymentQueries.findPaymentById(tx, payment),
    paymentByIntent: (tx) => paymentQueries.findPaymentByIntent(tx, 'pi_theirs'),
    paymentOfNews: (tx) =>
      paymentQueries.findPaymentForObservation(tx, {
        intentRef: 'pi_theirs',
        paymentId: payment,
        account,
      }),
    paymentForChange: (tx) => paymentQueries.lockPayment(tx, payment),
    paymentsOf: (tx) => paymentQueries.listPaymentsByReference(tx, open()),
    openPaymentOf: (tx) => paymentQueries.findOpenPayment(tx, open(), customer),
    openPaymentsOf: (tx) => paymentQueries.listOpenPayments(tx, open()),
    paymentsBetween: (tx) =>
      paymentQueries.listPaymentsBetween(tx, { from: new Date(0), to: far, atMost: 9 }),
    latestPayments: (tx) => paymentQueries.listPayments(tx, { state: null, offset: 0, limit: 9 }),
    paymentCount: async (tx) =>
      (await paymentQueries.countPayments(tx, null)).filter(({ count }) => count > 0),
    unfinishedPayments: (tx) => paymentQueries.listUnfinishedPayments(tx, far, 9),
    strayPayments: (tx) => paymentQueries.paymentsWithStaleState(tx, far),
    lockBookingOf: (tx) => paymentQueries.lockPaidBooking(tx, payment),
    bookingOf: (tx) => paymentQueries.findPaidBooking(tx, payment),
    lockOrderOf: (tx) => paymentQueries.lockPaidOrder(tx, payment),
    orderOf: (tx) => paymentQueries.findPaidOrder(tx, payment),
    insertPayment: (tx) =>
      paymentQueries.insertPayment(tx, {
        ...{
          bookingId: null,
          orderId: order,
          packageId: null,
          customerId: customer,
          accountRef: account,
          amountCents: 1,
        },
        ...{
          currency: 'EUR',
          feeCents: 0,
          pointsBought: 0,
          processorKey: 'mine',
          leaseUntil: far,
          createdAt: at,
        },
      }),
    leasePayment: (tx) =>
      paymentQueries.updatePaymentLease(tx, {
        id: payment,
        now: far,
        until: far,
        freshKey: 'mine',
      }),
    endLease: (tx) =>
      paymentQueries.deletePaymentLease(tx, {
        id: payment,
        intentRef: 'pi_mine',
        keySpent: true,
        at: far,
      }),
    updatePayment: (tx) => paymentQueries.updatePayment(tx, { id: payment, ...status }),
    refundById: (tx) => refundQueries.findRefundById(tx, refund),
    refundOfCause: (tx) => refundQueries.findRefundByCause(tx, 'late'),
    refundsOf: (tx) => refundQueries.listRefunds(tx, payment),
    unfinishedRefunds: (tx) => refundQueries.listUnfinishedRefunds(tx, far, 9),
    insertRefund: (tx) =>
      refundQueries.insertRefund(tx, {
        ...({
          paymentId: payment,
          reason: 'late',
          cause: 'mine',
          amountCents: 1,
          state: 'pending',
        } as const),
        ...{ processorKey: 'mine', refundRef: null, failureMessage: '', at },
      }),
    updateRefund: (tx) =>
      refundQueries.updateRefund(tx, {
        id: refund,
        state: 'failed',
        refundRef: 're_mine',
        failureMessage: '',
        at: far,
      }),
    changeRefundKey: (tx) =>
      refundQueries.updateRefundKey(tx, {
        id: refund,
        from: 'key',
        to: 'mine',
        isSpent: true,
        at: far,
      }),
    disputesOf: (tx) => disputeQueries.listDisputes(tx, payment),
    insertDispute: (tx) =>
      disputeQueries.insertDispute(tx, {
        ...({
          paymentId: payment,
          disputeRef: 'dp_mine',
          amountCents: 1,
          reason: '',
          state: 'open',
        } as const),
        at,
      }),
    closeDispute: (tx) =>
      disputeQueries.updateDisputeClosed(tx, { id: dispute, state: 'lost', at: far }),
    recordProcessorEvent: (tx) =>
      processorEventQueries.insertProcessorEvent(tx, {
        eventRef: 'evt_1',
        type: '',
        occurredAt: at,
        receivedAt: at,
      }),
    forgetProcessorEvents: (tx) => processorEventQueries.deleteProcessorEvents(tx, far),
    processorCustomer: (tx) =>
      processorCustomerQueries.findProcessorCustomer(tx, {
        customerId: customer,
        accountRef: account,
      }),
    insertProcessorCustomer: (tx) =>
      processorCustomerQueries.insertProcessorCustomer(tx, {
        customerId: customer,
        accountRef: account,
        processorKey: '',
        at,
      }),
    nameProcessorCustomer: (tx) =>
      processorCustomerQueries.updateProcessorCustomerRef(tx, processorCustomer, 'cus_mine'),
    changeProcessorCustomerKey: (tx) =>
      processorCustomerQueries.updateProcessorCustomerKey(tx, processorCustomer, 'mine'),
    forgetProcessorCustomer: (tx) =>
      processorCustomerQueries.deleteProcessorCustomer(tx, {
        customerId: customer,
        accountRef: account,
        processorKey: 'mine',
      }),
    connectedAccount: (tx) => processorAccountQueries.findConnectedAccount(tx),
    accountByRef: (tx) => processorAccountQueries.findAccountByRef(tx, account),
    accountForChange: (tx) => processorAccountQueries.lockAccount(tx, account),
    accountsEver: (tx) => processorAccountQueries.listAllAccounts(tx),
    noteStanding: (tx) =>
      processorAccountQueries.updateAccountStatus(tx, {
        ref: account,
        cardPayments: 'none',
        ready: false,
        at: far,
      }),
    setFee: (tx) => processorAccountQueries.updateFee(tx, { ref: account, feeBasisPoints: 9 }),
    disconnectAccount: (tx) =>
      processorAccountQueries.updateAccountDisconnected(tx, { ref: account, at: far }),
  }
}

const paymentRow = () => ({
  ...{
    customer_id: customer,
    account_ref: account,
    amount_cents: 1000,
    currency: 'EUR',
    fee_cents: 0,
    processor_key: 'key',
  },
  ...{ status_seen_at: at, intent_ref: 'pi_theirs' },
})
