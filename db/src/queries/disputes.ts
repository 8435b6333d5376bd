import type { Query } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'
import type { Dispute } from '../types/payment.ts'

export const listDisputes = (tx: Tx, paymentId: number): Query<Dispute> => tx`
  select d.id, d.payment_id, d.dispute_ref, d.amount_cents, d.reason, d.state,
    coalesce(d.reported_at, d.updated_at) as reported_at
  from disputes d
  where d.business_id = ${tx.businessId} and d.payment_id = ${paymentId}
  order by d.created_at, d.id`

/** Returns no row when it exists; the payment has to be locked. */
export const insertDispute = (
  tx: Tx,
  dispute: Omit<Dispute, 'id'> & { at: Date },
): Query<{ id: number }> => tx`
  insert into disputes (
    business_id, payment_id, dispute_ref, amount_cents, reason, state, reported_at, created_at,
    updated_at)
  values (
    ${tx.businessId}, ${dispute.paymentId}, ${dispute.disputeRef}, ${dispute.amountCents},
    ${dispute.reason}, ${dispute.state}, ${dispute.reportedAt}, ${dispute.at}, ${dispute.at})
  on conflict do nothing
  returning id`

/** The payment has to be locked. */
export const updateDispute = (
  tx: Tx,
  dispute: Pick<Dispute, 'id' | 'amountCents' | 'state' | 'reportedAt'> & { at: Date },
): Query<object> => tx`
  update disputes
  set amount_cents = ${dispute.amountCents}, state = ${dispute.state},
    reported_at = ${dispute.reportedAt}, updated_at = ${dispute.at}
  where business_id = ${tx.businessId} and id = ${dispute.id}`

/** Returns no row when this inquiry is known. */
export const insertInquiry = (
  tx: Tx,
  inquiry: { paymentId: number; disputeRef: string; at: Date },
): Query<{ id: number }> => tx`
  insert into inquiries (business_id, payment_id, dispute_ref, created_at)
  values (${tx.businessId}, ${inquiry.paymentId}, ${inquiry.disputeRef}, ${inquiry.at})
  on conflict do nothing
  returning id`
