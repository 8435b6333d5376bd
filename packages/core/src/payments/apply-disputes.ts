import { disputeQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dispute } from '../model/payment.ts'
import type { ProcessorDispute } from '../ports/processor.ts'
import type { LockedPayment } from './locked-payment.ts'
import { notifyDispute } from './notify-payment.ts'
import type { PaymentObservation } from './observation.ts'
import { recordPaymentEvent } from './payment-event.ts'

/**
 * Records disputes (chargebacks) and how they were closed. The salon is notified when a dispute is
 * first reported.
 */
export async function applyDisputes(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  observations: readonly PaymentObservation[],
  at: Date,
): Promise<LockedPayment> {
  let disputes = locked.disputes
  for (const observation of observations) {
    if (observation.kind !== 'dispute') continue
    const before = disputes.find(({ disputeRef }) => disputeRef === observation.dispute.disputeRef)
    const after = before
      ? await close(tx, before, observation.dispute, at)
      : await open(tx, catalog, locked, observation.dispute, at)
    if (after === null || after === before) continue
    disputes = before
      ? disputes.map((dispute) => (dispute === before ? after : dispute))
      : [...disputes, after]
    if (after.state !== 'open') {
      const closed = { ...locked, disputes }
      await recordPaymentEvent(tx, 'pago.disputa_cerrada', closed, toEventFields(after), at)
    }
  }
  return { ...locked, disputes }
}

/** A closed dispute does not change again. */
async function close(
  tx: Tx,
  before: Dispute,
  reported: ProcessorDispute,
  at: Date,
): Promise<Dispute> {
  if (before.state !== 'open' || reported.state === 'open') return before
  await disputeQueries.updateDisputeClosed(tx, { id: before.id, state: reported.state, at })
  return { ...before, state: reported.state }
}

async function open(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  reported: ProcessorDispute,
  at: Date,
): Promise<Dispute | null> {
  const { id: paymentId } = locked.payment
  const [row] = await disputeQueries.insertDispute(tx, { ...reported, paymentId, at })
  if (!row) return null
  const dispute: Dispute = { ...reported, id: row.id, paymentId }
  await Promise.all([
    recordPaymentEvent(
      tx,
      'pago.disputado',
      locked,
      toEventFields({ ...dispute, state: 'open' }),
      at,
    ),
    notifyDispute(tx, catalog, locked, dispute, at),
  ])
  return dispute
}

const toEventFields = ({ id, amountCents, reason, state }: Dispute) => ({
  disputeId: id,
  disputeCents: amountCents,
  reason,
  disputeState: state,
})
