import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** Nothing comes back when this cause was refunded before. The payment has to be locked. */
export const insertRefund = (tx: Tx, refund: NewRefundRow): Query<{ id: number }> => tx`
  insert into refunds (business_id, payment_id, reason, cause, amount_cents, state, processor_key, refund_ref, failure_message,
    created_at, updated_at)
  values (${tx.businessId}, ${refund.paymentId}, ${refund.reason}, ${refund.cause}, ${refund.amountCents}, ${refund.state},
    ${refund.processorKey}, ${refund.refundRef}, ${refund.failureMessage}, ${refund.at}, ${refund.at})
  on conflict do nothing
  returning id`

export const findRefundById = (tx: Tx, id: number): Query<RefundRow> => tx`
  ${refundColumns(tx)} and r.id = ${id}`

/** A cause is refunded once. */
export const findRefundByCause = (tx: Tx, cause: string): Query<RefundRow> => tx`
  ${refundColumns(tx)} and r.cause = ${cause}`

/** All that was ever to go back of a payment, the first first. */
export const listRefunds = (tx: Tx, paymentId: number): Query<RefundRow> => tx`
  ${refundColumns(tx)} and r.payment_id = ${paymentId} order by r.id`

/** Those that were not sent, or whose end nobody knows. */
export const listUnfinishedRefunds = (
  tx: Tx,
  before: Date,
  atMost: number,
): Query<{ id: number }> => tx`
  select r.id from refunds r
  where r.business_id = ${tx.businessId} and r.state = 'pending' and r.updated_at <= ${before}
  order by r.updated_at limit ${atMost}`

/** How it stands now; its payment has to be locked. */
export const updateRefund = (
  tx: Tx,
  to: {
    id: number
    state: RefundRow['state']
    refundRef: string | null
    failureMessage: string
    at: Date
  },
): Query<object> => tx`
  update refunds set state = ${to.state}, refund_ref = ${to.refundRef}, failure_message = ${to.failureMessage}, updated_at = ${to.at}
  where business_id = ${tx.businessId} and id = ${to.id}`

/**
 * The processor keeps a failure under a spent key: the next try looks first, and takes another.
 * Nothing comes back when somebody else has changed the key meanwhile.
 */
export const updateRefundKey = (
  tx: Tx,
  change: { id: number; from: string; to: string; isSpent: boolean; at: Date },
): Query<{ id: number }> => tx`
  update refunds set processor_key = ${change.to}, key_spent = ${change.isSpent}, updated_at = ${change.at}
  where business_id = ${tx.businessId} and id = ${change.id} and processor_key = ${change.from}
  returning id`

/** A refund of the business; which one is asked for follows. */
const refundColumns = (tx: Tx) => tx`
  select r.id, r.payment_id, r.reason, r.amount_cents, r.state, r.processor_key, r.key_spent, r.refund_ref, r.failure_message,
    r.created_at, r.updated_at
  from refunds r where r.business_id = ${tx.businessId}`

export interface NewRefundRow {
  paymentId: number
  reason: RefundRow['reason']
  cause: string
  amountCents: number
  state: RefundRow['state']
  /** Empty for one that was made at the processor itself. */
  processorKey: string
  refundRef: string | null
  failureMessage: string
  at: Date
}

export interface RefundRow {
  id: number
  paymentId: number
  reason: 'cancelled' | 'late' | 'duplicate' | 'business' | 'processor'
  amountCents: number
  state: 'pending' | 'completed' | 'failed'
  processorKey: string
  keySpent: boolean
  refundRef: string | null
  failureMessage: string
  createdAt: Date
  updatedAt: Date
}
