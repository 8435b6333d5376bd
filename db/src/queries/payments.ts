import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Translated } from '../types/values.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'
import type { PaymentSummaryRow } from './payment-summaries.ts'
import { type OrderRow, orderColumns } from './shop.ts'

export const findPaymentById = (tx: Tx, id: number): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.id = ${id}`

export const findPaymentByIntent = (tx: Tx, intentRef: string): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.intent_ref = ${intentRef}`

/**
 * Which payment of ours an event is about: the one with this intent or, where that answer got lost,
 * the one its metadata names.
 */
export const findPaymentForObservation = (
  tx: Tx,
  input: { intentRef: string; paymentId: number | null; account: string },
): Query<{ id: number }> => tx`
  select p.id from payments p
  where p.business_id = ${tx.businessId} and p.account_ref = ${input.account}
    and (p.intent_ref = ${input.intentRef} or (p.intent_ref is null and p.id = ${input.paymentId}))
  order by p.intent_ref nulls last limit 1`

/** Locks the payment until the transaction ends. What it pays for has to be locked before. */
export const lockPayment = (tx: Tx, id: number): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.id = ${id} for no key update of p`

/** All that was ever asked for it, the first first. */
export const listPaymentsByReference = (tx: Tx, of: ReferenceRow): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and ${isFor(tx, of)} order by p.id`

/** The one somebody may still pay with; of a package, the customer's. */
export const findOpenPayment = (
  tx: Tx,
  of: ReferenceRow,
  customerId: number,
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and ${isFor(tx, of)} and p.is_open
    and (p.package_id is null or p.customer_id = ${customerId})`

/** The latest first. */
export const listPaymentsBetween = (
  tx: Tx,
  query: { from: Date; to: Date; atMost: number },
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and p.created_at >= ${query.from} and p.created_at < ${query.to}
  order by p.created_at desc, p.id desc limit ${query.atMost}`

/** The latest first. */
export const listPayments = (
  tx: Tx,
  params: { state: PaymentRow['state'] | null; offset: number; limit: number },
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and (${params.state}::text is null or p.state = ${params.state})
  order by p.created_at desc, p.id desc offset ${params.offset} limit ${params.limit}`

export const countPayments = (
  tx: Tx,
  state: PaymentRow['state'] | null,
): Query<{ count: number }> => tx`
  select count(*)::int as count from payments
  where business_id = ${tx.businessId} and (${state}::text is null or state = ${state})`

/** Those that nobody knows the end of, and that were not looked at since. */
export const listUnfinishedPayments = (
  tx: Tx,
  before: Date,
  atMost: number,
): Query<{ id: number }> => tx`
  select p.id from payments p
  where p.business_id = ${tx.businessId} and p.state in ('pending', 'processing', 'failed') and p.is_open
    and p.updated_at <= ${before}
  order by p.updated_at limit ${atMost}`

/** Those in a state that does not follow from what is known of them: there should be none. */
export const paymentsWithStaleState = (tx: Tx, now: Date): Query<{ id: number }> => tx`
  select unnest(found.payment_drift) as id
  from app.check_payments(${tx.businessId}, ${now}) found`

/**
 * Nothing comes back when there is an open one already. The one who asks the processor holds a
 * lease.
 */
export const insertPayment = (tx: Tx, payment: NewPaymentRow): Query<{ id: number }> => tx`
  insert into payments (business_id, booking_id, order_id, package_id, customer_id, account_ref, amount_cents, currency, fee_cents,
    points_bought, processor_key, lease_until, status_seen_at, created_at, updated_at)
  values (${tx.businessId}, ${payment.bookingId}, ${payment.orderId}, ${payment.packageId}, ${payment.customerId},
    ${payment.accountRef}, ${payment.amountCents}, ${payment.currency}, ${payment.feeCents}, ${payment.pointsBought},
    ${payment.processorKey}, ${payment.leaseUntil}, ${payment.createdAt}, ${payment.createdAt}, ${payment.createdAt})
  on conflict do nothing
  returning id`

/**
 * Takes the right to ask the processor, unless somebody else holds it. A spent key is changed for
 * `freshKey`.
 */
export const updatePaymentLease = (
  tx: Tx,
  ask: { id: number; now: Date; until: Date; freshKey: string },
): Query<LeaseRow> => tx`
  update payments p
  set lease_until = ${ask.until}, processor_key = case when p.key_spent then ${ask.freshKey} else p.processor_key end,
    key_spent = false
  from payments before
  where p.business_id = ${tx.businessId} and p.id = ${ask.id}
    and before.business_id = p.business_id and before.id = p.id
    and (p.lease_until is null or p.lease_until <= ${ask.now})
  returning p.processor_key, before.key_spent as was_spent, p.intent_ref`

/**
 * The processor has answered, well or not; whoever comes next may ask it. The intent's name never
 * changes once it is known.
 */
export const deletePaymentLease = (
  tx: Tx,
  requested: { id: number; intentRef: string | null; keySpent: boolean; at: Date },
): Query<object> => tx`
  update payments p
  set lease_until = null, intent_ref = coalesce(p.intent_ref, ${requested.intentRef}), key_spent = ${requested.keySpent},
    updated_at = ${requested.at}
  where p.business_id = ${tx.businessId} and p.id = ${requested.id}`

/** Writes what the processor told, and what follows from it. The row has to be locked. */
export const updatePayment = (tx: Tx, to: PaymentUpdate): Query<object> => tx`
  update payments
  set state = ${to.state}, is_open = ${to.isOpen}, intent_ref = ${to.intentRef}, status_seen = ${to.statusSeen},
    status_seen_at = ${to.statusSeenAt}, received_cents = ${to.receivedCents}, received_currency = ${to.receivedCurrency},
    refund_seen_cents = ${to.refundSeenCents}, charge_ref = ${to.chargeRef}, receipt_url = ${to.receiptUrl},
    failure_code = ${to.failureCode}, failure_message = ${to.failureMessage}, failed_at = ${to.failedAt},
    settled_at = ${to.settledAt}, applied = ${to.applied}, points_awarded = ${to.pointsAwarded},
    version = version + 1, updated_at = ${to.updatedAt}
  where business_id = ${tx.businessId} and id = ${to.id}`

/** All that somebody could still pay it with. */
export const listOpenPayments = (tx: Tx, of: ReferenceRow): Query<{ id: number }> => tx`
  select p.id from payments p where p.business_id = ${tx.businessId} and ${isFor(tx, of)} and p.is_open order by p.id`

/** Locks the booking that a payment is for, if it is for one, until the transaction ends. */
export const lockPaidBooking = (tx: Tx, paymentId: number): Query<{ id: number }> => tx`
  select b.id from bookings b where b.business_id = ${tx.businessId} and ${isPaidBy(tx, tx`b.id`, tx`booking_id`, paymentId)}
  for no key update of b`

/** Asked after it is locked, so that all that comes along is as fresh. */
export const findPaidBooking = (tx: Tx, paymentId: number): Query<BookingRow> => tx`
  ${bookingColumns(tx)} where b.business_id = ${tx.businessId} and ${isPaidBy(tx, tx`b.id`, tx`booking_id`, paymentId)}`

/** The same of an order. */
export const lockPaidOrder = (tx: Tx, paymentId: number): Query<{ id: number }> => tx`
  select o.id from orders o where o.business_id = ${tx.businessId} and ${isPaidBy(tx, tx`o.id`, tx`order_id`, paymentId)}
  for no key update of o`

export const findPaidOrder = (tx: Tx, paymentId: number): Query<OrderRow> => tx`
  ${orderColumns(tx)} where o.business_id = ${tx.businessId} and ${isPaidBy(tx, tx`o.id`, tx`order_id`, paymentId)}`

const isPaidBy = (tx: Tx, id: ReturnType<Tx>, reference: ReturnType<Tx>, paymentId: number) => tx`
  ${id} = (select paid.${reference} from payments paid where paid.business_id = ${tx.businessId} and paid.id = ${paymentId})`

const isFor = (tx: Tx, { bookingId, orderId, packageId }: ReferenceRow) => {
  if (bookingId !== null) return tx`p.booking_id = ${bookingId}`
  return orderId === null ? tx`p.package_id = ${packageId}` : tx`p.order_id = ${orderId}`
}

const paymentColumns = (tx: Tx) => tx`
  select p.id, p.booking_id, p.order_id, p.package_id, p.customer_id, p.account_ref, p.amount_cents, p.currency, p.fee_cents,
    p.points_bought, p.state, p.is_open, p.processor_key, p.key_spent, p.lease_until, p.intent_ref, p.status_seen, p.status_seen_at,
    p.received_cents, p.received_currency, p.refund_seen_cents, p.charge_ref, p.receipt_url, p.failure_code, p.failure_message,
    p.failed_at, p.settled_at, p.applied, p.points_awarded, p.version, p.created_at, p.updated_at,
    customer.name as customer_name, customer.email as customer_email, customer.language as customer_language,
    (select package.name from points_packages package
      where package.business_id = ${tx.businessId} and package.id = p.package_id) as package_name
  from payments p
  join customers customer on customer.business_id = p.business_id and customer.id = p.customer_id`

/** Exactly one of them is there. */
export interface ReferenceRow {
  bookingId: number | null
  orderId: number | null
  packageId: number | null
}

export interface NewPaymentRow {
  bookingId: number | null
  orderId: number | null
  packageId: number | null
  customerId: number
  accountRef: string
  amountCents: number
  currency: string
  feeCents: number
  pointsBought: number
  processorKey: string
  leaseUntil: Date
  createdAt: Date
}

export interface LeaseRow {
  processorKey: string
  /**
   * The processor kept a failure under the key before this one: look for the intent before making
   * one.
   */
  wasSpent: boolean
  intentRef: string | null
}

export interface PaymentUpdate {
  id: number
  state: PaymentRow['state']
  isOpen: boolean
  intentRef: string | null
  statusSeen: PaymentRow['statusSeen']
  statusSeenAt: Date
  receivedCents: number
  receivedCurrency: string | null
  refundSeenCents: number
  chargeRef: string | null
  receiptUrl: string
  failureCode: string
  failureMessage: string
  failedAt: Date | null
  settledAt: Date | null
  applied: boolean
  pointsAwarded: number
  updatedAt: Date
}

export interface PaymentRow extends ReferenceRow {
  id: number
  customerId: number
  accountRef: string
  amountCents: number
  currency: 'EUR' | 'USD' | 'GBP' | 'AED'
  feeCents: number
  pointsBought: number
  state: PaymentSummaryRow['state']
  isOpen: boolean
  processorKey: string
  keySpent: boolean
  leaseUntil: Date | null
  intentRef: string | null
  statusSeen: 'new' | 'processing' | 'failed' | 'cancelled' | 'succeeded'
  statusSeenAt: Date
  receivedCents: number
  receivedCurrency: string | null
  refundSeenCents: number
  chargeRef: string | null
  receiptUrl: string
  failureCode: string
  failureMessage: string
  failedAt: Date | null
  settledAt: Date | null
  applied: boolean
  pointsAwarded: number
  version: number
  createdAt: Date
  updatedAt: Date
  customerName: string
  customerEmail: string
  customerLanguage: 'es' | 'en' | 'ar'
  /** Of a package. */
  packageName: Translated | null
}
