import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Dispute } from '../types/payment.ts'

export const listDisputes = (tx: Tx, paymentId: number): Query<Dispute> => tx`
  select d.id, d.payment_id, d.dispute_ref, d.amount_cents, d.reason, d.state
  from disputes d
  where d.business_id = ${tx.businessId} and d.payment_id = ${paymentId}
  order by d.created_at, d.id`

/** Returns no row when it exists; the payment has to be locked. */
export const insertDispute = (
  tx: Tx,
  dispute: Omit<Dispute, 'id'> & { at: Date },
): Query<{ id: number }> => tx`
  insert into disputes (
    business_id, payment_id, dispute_ref, amount_cents, reason, state, created_at, updated_at)
  values (
    ${tx.businessId}, ${dispute.paymentId}, ${dispute.disputeRef}, ${dispute.amountCents},
    ${dispute.reason}, ${dispute.state}, ${dispute.at}, ${dispute.at})
  on conflict do nothing
  returning id`

export const updateDisputeClosed = (
  tx: Tx,
  closed: { id: number; state: 'won' | 'lost'; at: Date },
): Query<object> => tx`
  update disputes set state = ${closed.state}, updated_at = ${closed.at}
  where business_id = ${tx.businessId} and id = ${closed.id}`
