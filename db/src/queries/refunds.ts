import { changedAgenda } from '../changed-agenda.ts'
import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Refund, RefundReason } from '../types/payment.ts'

/** Returns no row when this cause was refunded before; the payment has to be locked. */
export const insertRefund = (tx: Tx, refund: NewRefund): Query<{ id: number }> => tx`
  with ${changedAgenda(tx)}
  insert into refunds (
    business_id, payment_id, reason, cause, amount_cents, state, processor_key, refund_ref,
    failure_message, created_at, updated_at)
  values (
    ${tx.businessId}, ${refund.paymentId}, ${refund.reason}, ${refund.cause},
    ${refund.amountCents}, ${refund.state}, ${refund.processorKey}, ${refund.refundRef},
    ${refund.failureMessage}, ${refund.at}, ${refund.at})
  on conflict do nothing
  returning id`

type NewRefund = Omit<Refund, 'id' | 'createdAt' | 'updatedAt'> & {
  /** A cause is refunded once. */
  cause: string
  /** Empty for a refund that was made at the processor. */
  processorKey: string
  at: Date
}

/** With the key under which it is sent to the processor. */
export const findRefundToSend = (tx: Tx, id: number): Query<RefundToSend> => tx`
  select ${refundColumns(tx)}, r.processor_key, r.key_spent from refunds r
  where r.business_id = ${tx.businessId} and r.id = ${id}`

export interface RefundToSend extends Refund {
  processorKey: string
  keySpent: boolean
}

export const findRefundByCause = (tx: Tx, cause: string): Query<Refund> => tx`
  select ${refundColumns(tx)} from refunds r
  where r.business_id = ${tx.businessId} and r.cause = ${cause}`

/** All refunds of a payment, the first first. */
export const listRefunds = (tx: Tx, paymentId: number): Query<Refund> => tx`
  select ${refundColumns(tx)} from refunds r
  where r.business_id = ${tx.businessId} and r.payment_id = ${paymentId}
  order by r.created_at, r.id`

/**
 * Cancelled refunds of a payment, with what no other refund has replaced of them; the payment has to
 * be locked.
 */
export const listCancelledRefunds = (
  tx: Tx,
  paymentId: number,
): Query<{ id: number; reason: RefundReason; leftCents: number }> => tx`
  select r.id, r.reason, r.amount_cents - coalesce(rest.amount_cents, 0) as left_cents
  from refunds r
  left join refunds rest
    on rest.business_id = r.business_id and rest.cause = 'rest:' || r.id
  where r.business_id = ${tx.businessId} and r.payment_id = ${paymentId}
    and r.state = 'cancelled' and r.amount_cents > coalesce(rest.amount_cents, 0)
  order by r.created_at, r.id`

/** Refunds that were not sent or are not final, and were not updated since. */
export const listUnfinishedRefunds = (
  tx: Tx,
  before: Date,
  limit: number,
): Query<{ id: number }> => tx`
  select r.id from refunds r
  where r.business_id = ${tx.businessId} and r.state = 'pending' and r.updated_at <= ${before}
  order by r.updated_at limit ${limit}`

/** The payment has to be locked. */
export const updateRefund = (
  tx: Tx,
  refund: Pick<Refund, 'id' | 'state' | 'refundRef' | 'failureMessage'> & { at: Date },
): Query<object> => tx`
  with ${changedAgenda(tx)}
  update refunds
  set state = ${refund.state}, refund_ref = ${refund.refundRef},
    failure_message = ${refund.failureMessage}, updated_at = ${refund.at}
  where business_id = ${tx.businessId} and id = ${refund.id}`

/**
 * The processor stores a failure under a spent key: the next attempt searches first and takes
 * another key. Returns no row when the key was changed concurrently.
 */
export const updateRefundKey = (
  tx: Tx,
  change: { id: number; from: string; to: string; isSpent: boolean; at: Date },
): Query<{ id: number }> => tx`
  update refunds
  set processor_key = ${change.to}, key_spent = ${change.isSpent}, updated_at = ${change.at}
  where business_id = ${tx.businessId} and id = ${change.id} and processor_key = ${change.from}
  returning id`

/**
 * Records why the processor has not accepted a pending refund so far; its key is spent. Changes
 * nothing when the refund was sent or ended meanwhile.
 */
export const updateRefundProblem = (
  tx: Tx,
  problem: { id: number; message: string; at: Date },
): Query<object> => tx`
  update refunds
  set failure_message = ${problem.message}, key_spent = true, updated_at = ${problem.at}
  where business_id = ${tx.businessId} and id = ${problem.id} and state = 'pending'
    and refund_ref is null`

const refundColumns = (tx: Tx) => tx`
  r.id, r.payment_id, r.reason, r.amount_cents, r.state, r.refund_ref, r.failure_message,
  r.created_at, r.updated_at`
