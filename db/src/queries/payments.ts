import { changedAgenda } from '../changed-agenda.ts'
import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Payment, PaymentFacts, PaymentState, Reference } from '../types/payment.ts'
import type { Language, Page, Translated } from '../types/values.ts'
import { type BookingRow, bookingColumns } from './bookings.ts'
import { type OrderRow, orderColumns } from './shop.ts'

export const findPaymentById = (tx: Tx, id: number): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.id = ${id}`

export const findPaymentByIntent = (tx: Tx, intentRef: string): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.intent_ref = ${intentRef}`

/**
 * The payment that an event is about: the one with this intent or, if the response with the intent
 * was lost, the one that its metadata names.
 */
export const findPaymentForObservation = (
  tx: Tx,
  input: { intentRef: string; paymentId: number | null; account: string },
): Query<{ id: number }> => tx`
  select p.id from payments p
  where p.business_id = ${tx.businessId} and p.account_ref = ${input.account}
    and (p.intent_ref = ${input.intentRef} or (p.intent_ref is null and p.id = ${input.paymentId}))
  order by p.intent_ref nulls last limit 1`

/** Locks the payment until the transaction ends; what it pays for has to be locked before. */
export const lockPayment = (tx: Tx, id: number): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and p.id = ${id}
  for no key update of p`

/** All payments for one reference, the first first. */
export const listPaymentsByReference = (tx: Tx, reference: Reference): Query<PaymentRow> => tx`
  ${paymentColumns(tx)} where p.business_id = ${tx.businessId} and ${isFor(tx, reference)}
  order by p.created_at, p.id`

/** The payment that can still be paid, of a fee or of what it is not; of a package, the customer's. */
export const findOpenPayment = (
  tx: Tx,
  { reference, purpose }: Pick<Payment, 'reference' | 'purpose'>,
  customerId: number,
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and ${isFor(tx, reference)} and p.is_open
    and (p.purpose = 'fee') = ${purpose === 'fee'} and (p.package_id is null or p.customer_id = ${customerId})`

/** The latest first. */
export const listPaymentsBetween = (
  tx: Tx,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and p.created_at >= ${from} and p.created_at < ${to}
  order by p.created_at desc, p.id desc limit ${limit}`

/** The latest first; null: in any state. */
export const listPayments = (
  tx: Tx,
  input: Page & { state: PaymentState | null },
): Query<PaymentRow> => tx`
  ${paymentColumns(tx)}
  where p.business_id = ${tx.businessId} and (${input.state}::text is null or p.state = ${input.state})
  order by p.created_at desc, p.id desc offset ${input.offset} limit ${input.limit}`

export const countPayments = (tx: Tx, state: PaymentState | null): Query<{ count: number }> => tx`
  select count(*)::int as count from payments
  where business_id = ${tx.businessId} and (${state}::text is null or state = ${state})`

/**
 * Payments to read from the processor again: those that can still be paid, those that were closed
 * without its confirmation after `unverifiedAfter`, and those with a refund or a dispute that it has
 * not settled.
 */
export const listUnfinishedPayments = (
  tx: Tx,
  input: { updatedBefore: Date; unverifiedAfter: Date; limit: number },
): Query<{ id: number; account: string; intentRef: string | null }> => tx`
  select p.id, p.account_ref as account, p.intent_ref from payments p
  where p.business_id = ${tx.businessId} and p.updated_at <= ${input.updatedBefore} and p.id in (
    select open.id from payments open
    where open.business_id = ${tx.businessId} and open.is_open
      and open.state in ('pending', 'processing', 'failed')
    union select unverified.id from payments unverified
    where unverified.business_id = ${tx.businessId}
      and unverified.unverified_since > ${input.unverifiedAfter}
    union select r.payment_id from refunds r
    where r.business_id = ${tx.businessId} and r.state = 'pending' and r.refund_ref is not null
    union select d.payment_id from disputes d
    where d.business_id = ${tx.businessId} and d.state = 'open')
  order by p.updated_at, p.id limit ${input.limit}`

/** Payments in a state that does not follow from their facts: there should be none. */
export const paymentsWithStaleState = (tx: Tx, now: Date): Query<{ id: number }> => tx`
  select unnest(found.payment_drift) as id from app.check_payments(${tx.businessId}, ${now}) found`

/** Returns no row when there is an open payment already. The caller holds its lease. */
export const insertPayment = (tx: Tx, payment: NewPayment): Query<{ id: number }> => tx`
  with ${changedAgenda(tx)}
  insert into payments (
    business_id, booking_id, order_id, package_id, purpose, customer_id, account_ref, amount_cents,
    currency, fee_cents, points_bought, card_id, processor_key, lease_until, status_seen_at, created_at,
    updated_at)
  values (
    ${tx.businessId}, ${idOf('booking', payment.reference)}, ${idOf('order', payment.reference)},
    ${idOf('package', payment.reference)}, ${payment.purpose}, ${payment.customerId}, ${payment.account},
    ${payment.amountCents}, ${payment.currency}, ${payment.feeCents}, ${payment.pointsBought},
    ${payment.cardId}, ${payment.processorKey}, ${payment.leaseUntil}, ${payment.createdAt},
    ${payment.createdAt}, ${payment.createdAt})
  on conflict do nothing
  returning id`

/**
 * Acquires the lease for calling the processor; returns no row while another request holds it. A
 * spent key is replaced by `freshKey`.
 */
export const updatePaymentLease = (
  tx: Tx,
  input: { id: number; now: Date; until: Date; freshKey: string },
): Query<PaymentLease> => tx`
  update payments p
  set lease_until = ${input.until},
    processor_key = case when p.key_spent then ${input.freshKey} else p.processor_key end,
    key_spent = false
  from payments before
  where p.business_id = ${tx.businessId} and p.id = ${input.id}
    and before.business_id = p.business_id and before.id = p.id
    and (p.lease_until is null or p.lease_until <= ${input.now})
  returning p.processor_key, before.key_spent as was_spent, p.intent_ref`

/**
 * Releases the lease after the processor has answered, whatever the result. An intent that is known
 * never changes.
 */
export const deletePaymentLease = (
  tx: Tx,
  input: { id: number; intentRef: string | null; keySpent: boolean; at: Date },
): Query<object> => tx`
  update payments p
  set lease_until = null, intent_ref = coalesce(p.intent_ref, ${input.intentRef}),
    key_spent = ${input.keySpent}, updated_at = ${input.at}
  where p.business_id = ${tx.businessId} and p.id = ${input.id}`

/** Writes what the processor reported and what follows from it; the row has to be locked. */
export const updatePayment = (tx: Tx, { facts, ...payment }: Payment): Query<object> => tx`
  with ${changedAgenda(tx)}
  update payments
  set state = ${payment.state}, is_open = ${payment.isOpen},
    unverified_since = ${payment.unverifiedSince}, intent_ref = ${payment.intentRef},
    status_seen = ${facts.status}, status_seen_at = ${facts.statusAt},
    received_cents = ${facts.receivedCents}, received_currency = ${facts.receivedCurrency},
    refund_seen_cents = ${facts.refundSeenCents}, charge_ref = ${facts.chargeRef},
    receipt_url = ${payment.receiptUrl}, failure_code = ${facts.failure?.code ?? ''},
    failure_declined = ${facts.failure?.declined ?? false},
    failure_message = ${facts.failure?.message ?? ''}, failed_at = ${facts.failure?.at ?? null},
    settled_at = ${payment.settledAt}, applied = ${payment.applied},
    points_awarded = ${payment.pointsAwarded}, version = version + 1,
    updated_at = ${payment.updatedAt}
  where business_id = ${tx.businessId} and id = ${payment.id}`

/** The payments with which a reference can still be paid; a fee pays nothing of it. */
export const listOpenPayments = (
  tx: Tx,
  reference: Reference,
): Query<{ id: number; amountCents: number }> => tx`
  select p.id, p.amount_cents from payments p
  where p.business_id = ${tx.businessId} and ${isFor(tx, reference)} and p.is_open
    and p.purpose <> 'fee'
  order by p.created_at, p.id`

/** Locks the booking of a payment, if it has one, until the transaction ends. */
export const lockPaidBooking = (tx: Tx, paymentId: number): Query<{ id: number }> => tx`
  select b.id from bookings b
  where b.business_id = ${tx.businessId} and b.id = ${referenceOf(tx, tx`booking_id`, paymentId)}
  for no key update of b`

/** To be read after the lock, so that everything is current. */
export const findPaidBooking = (tx: Tx, paymentId: number): Query<BookingRow> => tx`
  ${bookingColumns(tx)}
  where b.business_id = ${tx.businessId} and b.id = ${referenceOf(tx, tx`booking_id`, paymentId)}`

/** Locks the order of a payment, if it has one, until the transaction ends. */
export const lockPaidOrder = (tx: Tx, paymentId: number): Query<{ id: number }> => tx`
  select o.id from orders o
  where o.business_id = ${tx.businessId} and o.id = ${referenceOf(tx, tx`order_id`, paymentId)}
  for no key update of o`

export const findPaidOrder = (tx: Tx, paymentId: number): Query<OrderRow> => tx`
  ${orderColumns(tx)}
  where o.business_id = ${tx.businessId} and o.id = ${referenceOf(tx, tx`order_id`, paymentId)}`

const referenceOf = (tx: Tx, column: ReturnType<Tx>, paymentId: number) => tx`
  (select paid.${column} from payments paid
    where paid.business_id = ${tx.businessId} and paid.id = ${paymentId})`

const isFor = (tx: Tx, reference: Reference) => {
  if (reference.kind === 'booking') return tx`p.booking_id = ${reference.bookingId}`
  if (reference.kind === 'order') return tx`p.order_id = ${reference.orderId}`
  return tx`p.package_id = ${reference.packageId}`
}

const idOf = (kind: Reference['kind'], reference: Reference): number | null => {
  if (reference.kind !== kind) return null
  if (reference.kind === 'booking') return reference.bookingId
  return reference.kind === 'order' ? reference.orderId : reference.packageId
}

/** A payment with its customer; the condition follows. */
const paymentColumns = (tx: Tx) => tx`
  select p.id,
    case
      when p.booking_id is not null
        then jsonb_build_object('kind', 'booking', 'bookingId', p.booking_id)
      when p.order_id is not null then jsonb_build_object('kind', 'order', 'orderId', p.order_id)
      else jsonb_build_object('kind', 'package', 'packageId', p.package_id)
    end as reference,
    p.purpose, p.customer_id, p.account_ref as account, p.amount_cents, p.currency, p.fee_cents,
    p.points_bought, p.card_id, p.state, p.is_open, p.unverified_since, p.processor_key, p.key_spent,
    p.lease_until, p.intent_ref,
    p.status_seen as status, p.status_seen_at as status_at, p.received_cents, p.received_currency,
    p.refund_seen_cents, p.charge_ref, p.receipt_url, p.failure_code, p.failure_declined, p.failure_message,
    p.failed_at, p.settled_at, p.applied, p.points_awarded, p.version, p.created_at, p.updated_at,
    customer.name as customer_name, customer.email as customer_email,
    customer.language as customer_language,
    (select package.name from points_packages package
      where package.business_id = ${tx.businessId} and package.id = p.package_id) as package_name
  from payments p
  join customers customer on customer.business_id = p.business_id and customer.id = p.customer_id`

/** A payment with its facts side by side, and what only its requests to the processor need. */
export interface PaymentRow extends Omit<Payment, 'facts'>, Omit<PaymentFacts, 'failure'> {
  failureCode: string
  failureDeclined: boolean
  failureMessage: string
  failedAt: Date | null
  processorKey: string
  keySpent: boolean
  leaseUntil: Date | null
  customerName: string
  customerEmail: string
  customerLanguage: Language
  /** Of a points package; otherwise null. */
  packageName: Translated | null
}

export type NewPayment = Pick<
  Payment,
  | 'reference'
  | 'purpose'
  | 'customerId'
  | 'account'
  | 'amountCents'
  | 'currency'
  | 'feeCents'
  | 'pointsBought'
  | 'cardId'
  | 'createdAt'
> & { processorKey: string; leaseUntil: Date }

export interface PaymentLease {
  processorKey: string
  /**
   * The processor stored a failure under the previous key: search for the intent before creating
   * one.
   */
  wasSpent: boolean
  intentRef: string | null
}
