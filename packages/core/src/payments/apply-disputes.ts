import { disputeQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { ProcessorDispute } from '../ports/processor-event.ts'
import type { LockedPayment } from './locked-payment.ts'
import { notifyDispute } from './notify-payment.ts'
import type { PaymentObservation } from './observation.ts'
import type { Dispute } from './payment.ts'
import { recordPaymentEvent } from './payment-event.ts'

/**
 * Writes down that somebody wants their money back from their bank, and how that ended. The salon
 * is told when it is first heard of.
 */
export async function applyDisputes(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  update: readonly PaymentObservation[],
  at: Date,
): Promise<LockedPayment> {
  let disputes = locked.disputes
  for (const one of update) {
    if (one.kind !== 'dispute') continue
    const known = disputes.find(({ disputeRef }) => disputeRef === one.dispute.disputeRef)
    const observation = known
      ? await close(tx, known, one.dispute, at)
      : await open(tx, catalog, locked, one.dispute, at)
    if (observation === null || observation === known) continue
    disputes = known
      ? disputes.map((dispute) => (dispute === known ? observation : dispute))
      : [...disputes, observation]
    if (observation.state !== 'open') {
      const more = { disputeId: observation.id, disputeState: observation.state }
      await recordPaymentEvent(tx, 'pago.disputa_cerrada', { ...locked, disputes }, more, at)
    }
  }
  return { ...locked, disputes }
}

/** A closed one stays as it is. */
async function close(tx: Tx, known: Dispute, result: ProcessorDispute, at: Date): Promise<Dispute> {
  if (known.state !== 'open' || result.state === 'open') return known
  await disputeQueries.updateDisputeClosed(tx, { id: known.id, state: result.state, at })
  return { ...known, state: result.state }
}

async function open(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  told: ProcessorDispute,
  at: Date,
): Promise<Dispute | null> {
  const { id: paymentId } = locked.payment
  const [row] = await disputeQueries.insertDispute(tx, { ...told, paymentId, at })
  if (!row) return null
  const dispute: Dispute = { ...told, id: row.id, paymentId }
  await Promise.all([
    recordPaymentEvent(
      tx,
      'pago.disputado',
      locked,
      { disputeId: row.id, disputeCents: told.amountCents, reason: told.reason },
      at,
    ),
    notifyDispute(tx, catalog, locked, dispute, at),
  ])
  return dispute
}
