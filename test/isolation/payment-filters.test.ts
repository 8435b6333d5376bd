import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import {
  disputeQueries,
  feeQueries,
  openDatabase,
  openTenantDbs,
  type Payment,
  paymentQueries,
  processorAccountQueries,
  processorCustomerQueries,
  refundQueries,
  savedCardQueries,
  type TenantDb,
  type Tx,
  webhookQueries,
} from '@silla/db'
import { dataOf } from '../support/assertions.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

// With the policy disabled, as in filters.test.ts: every query on payments, run by one salon with the
// ids of the other, returns nothing and changes nothing.

const at = new Date('2030-03-04T08:00:00Z')
let theirs: TestSalon
let mine: TestSalon
let db: TenantDb
/** Ids of the other salon's rows. */
let customer: number
let order: number
let payment: number
let refund: number
let dispute: number
let processorCustomer: number
let booking: number
let card: number
let fee: number
const account = 'acct_theirs'
const cardKey = randomUUID()
const reference = () => ({ kind: 'order', orderId: order }) as const

before(async () => {
  const { urls, witness } = await testDatabase()
  theirs = await openSalon({ products: [{ name: 'Taza' }] })
  mine = await openSalon()
  const theirCustomer = await theirs.customer({ nombre: 'Lucía Prado', email: 'lucia@example.com' })
  customer = theirCustomer.id
  const { data } = await theirCustomer.post('/pedidos/', {
    items: [{ producto_id: theirs.id('Taza'), cantidad: 1 }],
  })
  order = data.id
  const of = { business_id: theirs.businessId, created_at: at, updated_at: at }
  const idOf = async (table: string, row: object) => {
    const [inserted] = await witness<
      { id: number }[]
    >`insert into ${witness(table)} ${witness({ ...of, ...row } as never)} returning id`
    return inserted?.id ?? 0
  }
  payment = await idOf('payments', { order_id: order, ...paymentRow() })
  refund = await idOf('refunds', {
    payment_id: payment,
    reason: 'late',
    cause: 'late',
    amount_cents: 1,
    processor_key: 'key',
  })
  await idOf('refunds', {
    payment_id: payment,
    reason: 'late',
    cause: 'cancelled',
    amount_cents: 1,
    processor_key: 'other',
    state: 'cancelled',
  })
  dispute = await idOf('disputes', {
    payment_id: payment,
    dispute_ref: 'dp_1',
    amount_cents: 1,
    reason: '',
    state: 'open',
  })
  const theirBooking = await theirs.guest.book('Ana', '10:00', { date: '2030-03-06' })
  booking = dataOf(theirBooking, 201).id
  const ofCard = { booking_id: booking, customer_id: customer, account_ref: account }
  card = await idOf('saved_cards', {
    ...ofCard,
    ...{ state: 'saved', processor_key: cardKey, setup_ref: 'seti_theirs' },
    ...{ card_ref: 'pm_1', customer_ref: 'cus_1' },
  })
  await witness`
    insert into card_consents (
      business_id, card_id, version, body, language, no_show_cents, late_cancel_cents, currency,
      accepted_at)
    values (${theirs.businessId}, ${card}, 'v', '', 'es', 1, 1, 'EUR', ${at})`
  fee = await idOf('fees', {
    ...{ booking_id: booking, card_id: card, payment_id: payment },
    ...{ reason: 'no_show', amount_cents: 1 },
  })
  await witness`
    insert into processor_accounts (
      business_id, account_ref, livemode, card_payments, ready, connected_at, checked_at)
    values (${theirs.businessId}, ${account}, false, 'active', true, ${at}, ${at})`
  const [inserted] = await witness<{ id: number }[]>`
    insert into processor_customers (business_id, customer_id, account_ref, processor_key, created_at)
    values (${theirs.businessId}, ${customer}, ${account}, 'key', ${at}) returning id`
  processorCustomer = inserted?.id ?? 0
  await witness`
    insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
    values (${theirs.businessId}, 'evt_1', 'test', ${at}, ${at})`
  const database = openDatabase({ url: urls.migrator, name: 'silla-test-filters' })
  atEnd(() => database.close())
  db = openTenantDbs(database)(mine.businessId)
})

test('no payment query returns or changes rows of the other salon', async () => {
  const before = await rowsOfOther()
  for (const [name, run] of Object.entries(statements())) {
    // an insert that refers to their rows violates a foreign key
    const rows = await db
      .transaction(async (tx) => [...(await run(tx))])
      .catch((error) => ignoreForeignKeyViolation(error))
    if (!isInsert(name)) assert.deepEqual(rows, [], name)
    assert.deepEqual(await rowsOfOther(), before, name)
  }
})

test('every payment query is tested above', () => {
  const { insertProcessorEvent, deleteProcessorEvents } = webhookQueries
  const modules = [
    paymentQueries,
    refundQueries,
    disputeQueries,
    processorCustomerQueries,
    savedCardQueries,
    feeQueries,
    { insertProcessorEvent, deleteProcessorEvents },
  ]
  const missing = modules
    .flatMap((queries) => Object.keys(queries))
    .filter((name) => !(name in statements()))
  assert.deepEqual(missing, [], 'add them to statements(), with the ids of the other salon')
})

const isInsert = (name: string) => /^(insert|upsert|record|connect)/.test(name)

function ignoreForeignKeyViolation(error: { code?: string }): [] {
  if (error.code !== '23503') throw error
  return []
}

async function rowsOfOther() {
  const { witness } = await testDatabase()
  const tables = [
    'payments',
    'refunds',
    'disputes',
    'inquiries',
    'processor_accounts',
    'processor_customers',
    'processor_events',
    'orders',
    'saved_cards',
    'card_consents',
    'fees',
  ]
  const records = tables.map(
    (table) => witness`
      select to_jsonb(row) as row from ${witness(table)} row
      where business_id = ${theirs.businessId}`,
  )
  return Promise.all(records)
}

function statements(): Record<string, (tx: Tx) => PromiseLike<readonly object[]>> {
  const far = new Date('2040-01-01')
  const paid: Payment = {
    id: payment,
    reference: reference(),
    purpose: 'total',
    customerId: customer,
    account,
    amountCents: 1000,
    currency: 'EUR',
    feeCents: 0,
    ...{ pointsBought: 0, cardId: null },
    state: 'completed',
    isOpen: false,
    unverifiedSince: null,
    intentRef: 'pi_mine',
    facts: {
      receivedCents: 1,
      receivedCurrency: 'EUR',
      status: 'succeeded',
      statusAt: at,
      chargeRef: null,
      refundSeenCents: 0,
      failure: null,
    },
    settledAt: null,
    applied: true,
    pointsAwarded: 0,
    receiptUrl: '',
    version: 2,
    createdAt: at,
    updatedAt: far,
  }
  return {
    findPaymentById: (tx) => paymentQueries.findPaymentById(tx, payment),
    findPaymentByIntent: (tx) => paymentQueries.findPaymentByIntent(tx, 'pi_theirs'),
    findPaymentForObservation: (tx) =>
      paymentQueries.findPaymentForObservation(tx, {
        intentRef: 'pi_theirs',
        paymentId: payment,
        account,
      }),
    lockPayment: (tx) => paymentQueries.lockPayment(tx, payment),
    listPaymentsByReference: (tx) => paymentQueries.listPaymentsByReference(tx, reference()),
    findOpenPayment: (tx) =>
      paymentQueries.findOpenPayment(tx, { reference: reference(), purpose: 'total' }, customer),
    listOpenPayments: (tx) => paymentQueries.listOpenPayments(tx, reference()),
    listPaymentsBetween: (tx) =>
      paymentQueries.listPaymentsBetween(tx, { from: new Date(0), to: far, limit: 9 }),
    listPayments: (tx) => paymentQueries.listPayments(tx, { state: null, offset: 0, limit: 9 }),
    countPayments: async (tx) =>
      (await paymentQueries.countPayments(tx, null)).filter(({ count }) => count > 0),
    listUnfinishedPayments: (tx) =>
      paymentQueries.listUnfinishedPayments(tx, {
        updatedBefore: far,
        unverifiedAfter: new Date(0),
        limit: 9,
      }),
    paymentsWithStaleState: (tx) => paymentQueries.paymentsWithStaleState(tx, far),
    lockPaidBooking: (tx) => paymentQueries.lockPaidBooking(tx, payment),
    findPaidBooking: (tx) => paymentQueries.findPaidBooking(tx, payment),
    lockPaidOrder: (tx) => paymentQueries.lockPaidOrder(tx, payment),
    findPaidOrder: (tx) => paymentQueries.findPaidOrder(tx, payment),
    insertPayment: (tx) =>
      paymentQueries.insertPayment(tx, { ...paid, processorKey: 'mine', leaseUntil: far }),
    updatePaymentLease: (tx) =>
      paymentQueries.updatePaymentLease(tx, {
        id: payment,
        now: far,
        until: far,
        freshKey: 'mine',
      }),
    deletePaymentLease: (tx) =>
      paymentQueries.deletePaymentLease(tx, {
        id: payment,
        intentRef: 'pi_mine',
        keySpent: true,
        at: far,
      }),
    updatePayment: (tx) => paymentQueries.updatePayment(tx, paid),
    findRefundToSend: (tx) => refundQueries.findRefundToSend(tx, refund),
    findRefundByCause: (tx) => refundQueries.findRefundByCause(tx, 'late'),
    listRefunds: (tx) => refundQueries.listRefunds(tx, payment),
    listUnfinishedRefunds: (tx) => refundQueries.listUnfinishedRefunds(tx, far, 9),
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
    updateRefundKey: (tx) =>
      refundQueries.updateRefundKey(tx, {
        id: refund,
        from: 'key',
        to: 'mine',
        isSpent: true,
        at: far,
      }),
    listCancelledRefunds: (tx) => refundQueries.listCancelledRefunds(tx, payment),
    updateRefundProblem: (tx) =>
      refundQueries.updateRefundProblem(tx, { id: refund, message: 'mine', at: far }),
    listDisputes: (tx) => disputeQueries.listDisputes(tx, payment),
    insertDispute: (tx) =>
      disputeQueries.insertDispute(tx, {
        ...({
          paymentId: payment,
          disputeRef: 'dp_mine',
          amountCents: 1,
          reason: '',
          state: 'open',
        } as const),
        reportedAt: at,
        at,
      }),
    updateDispute: (tx) =>
      disputeQueries.updateDispute(tx, {
        ...({ id: dispute, amountCents: 1, state: 'lost', reportedAt: far } as const),
        at: far,
      }),
    insertInquiry: (tx) =>
      disputeQueries.insertInquiry(tx, { paymentId: payment, disputeRef: 'dp_mine', at }),
    insertProcessorEvent: (tx) =>
      webhookQueries.insertProcessorEvent(tx, {
        eventRef: 'evt_1',
        type: '',
        occurredAt: at,
        receivedAt: at,
      }),
    deleteProcessorEvents: (tx) => webhookQueries.deleteProcessorEvents(tx, far),
    findProcessorCustomer: (tx) =>
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
    updateProcessorCustomerRef: (tx) =>
      processorCustomerQueries.updateProcessorCustomerRef(tx, processorCustomer, 'cus_mine'),
    updateProcessorCustomerKey: (tx) =>
      processorCustomerQueries.updateProcessorCustomerKey(tx, processorCustomer, 'mine'),
    deleteProcessorCustomer: (tx) =>
      processorCustomerQueries.deleteProcessorCustomer(tx, {
        customerId: customer,
        accountRef: account,
        processorKey: 'mine',
      }),
    findCard: (tx) => savedCardQueries.findCard(tx, card),
    lockCard: (tx) => savedCardQueries.lockCard(tx, card),
    findCardOfFee: (tx) => savedCardQueries.findCardOfFee(tx, payment),
    findCardBySetup: (tx) => savedCardQueries.findCardBySetup(tx, 'seti_theirs'),
    findCardOfBooking: (tx) => savedCardQueries.findCardOfBooking(tx, booking),
    listCardsOfCustomer: (tx) => savedCardQueries.listCardsOfCustomer(tx, customer),
    findConsent: (tx) => savedCardQueries.findConsent(tx, card),
    findConsentOfBooking: (tx) => savedCardQueries.findConsentOfBooking(tx, booking),
    insertCard: (tx) =>
      savedCardQueries.insertCard(tx, {
        ...{ bookingId: booking, customerId: customer, account, createdAt: far },
        processorKey: randomUUID(),
      }),
    upsertConsent: (tx) =>
      savedCardQueries.upsertConsent(tx, {
        ...{ cardId: card, version: 'mine', body: 'mine', language: 'es', address: null },
        ...{ noShowCents: 9, lateCancelCents: 9, currency: 'EUR', acceptedAt: far },
      }),
    updateSetupRef: (tx) =>
      savedCardQueries.updateSetupRef(tx, { id: card, setupRef: 'seti_mine', at: far }),
    updateCardKey: (tx) =>
      savedCardQueries.updateCardKey(tx, { id: card, before: cardKey, key: randomUUID() }),
    updateCard: (tx) =>
      savedCardQueries.updateCard(tx, {
        ...({
          id: card,
          state: 'retired',
          cardRef: 'pm_mine',
          customerRef: null,
          brand: '',
          last4: '',
        } as const),
        ...{ expiresOn: null, failureMessage: '', at: far },
      }),
    findFee: (tx) => feeQueries.findFee(tx, fee),
    lockFeeOfPayment: (tx) => feeQueries.lockFeeOfPayment(tx, payment),
    findFeeOfBooking: (tx) => feeQueries.findFeeOfBooking(tx, booking),
    listOpenFeesOfCustomer: (tx) => feeQueries.listOpenFeesOfCustomer(tx, customer),
    insertFee: (tx) =>
      feeQueries.insertFee(tx, {
        ...{ bookingId: booking, cardId: card, paymentId: payment, reason: 'no_show' as const },
        ...{ amountCents: 9, createdAt: far },
      }),
    updateFeeState: (tx) =>
      feeQueries.updateFeeState(tx, { id: fee, state: 'waived', linkUntil: null, at: far }),
    findConnectedAccount: (tx) => processorAccountQueries.findConnectedAccount(tx),
    findAccountByRef: (tx) => processorAccountQueries.findAccountByRef(tx, account),
    lockAccount: (tx) => processorAccountQueries.lockAccount(tx, account),
    listAllAccounts: (tx) => processorAccountQueries.listAllAccounts(tx),
    updateAccountStatus: (tx) =>
      processorAccountQueries.updateAccountStatus(tx, {
        ref: account,
        cardPayments: 'none',
        ready: false,
        at: far,
      }),
    updateFee: (tx) => processorAccountQueries.updateFee(tx, { ref: account, feeBasisPoints: 9 }),
    updateAccountDisconnected: (tx) =>
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
