import { refundQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { ProcessorRefund } from '../ports/processor.ts'
import type { LockedPayment } from './locked-payment.ts'
import { notifyRefundFailed } from './notify-payment.ts'
import type { PaymentObservation } from './observation.ts'
import type { Refund, RefundState } from './payment.ts'
import { recordPaymentEvent } from './payment-event.ts'

/**
 * Writes down how refunds stand. A state only moves on: pending, completed, failed. One that the
 * salon made at the processor itself becomes a refund of ours when it is first heard of.
 */
export async function applyRefunds(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  update: readonly PaymentObservation[],
  at: Date,
): Promise<LockedPayment> {
  let refunds = locked.refunds
  for (const one of update) {
    if (one.kind !== 'refund') continue
    const known = refunds.find((refund) => isAbout(refund, one.refund))
    const observation = known
      ? await advance(tx, known, one.refund, at)
      : await insertForeign(tx, locked, one.refund, at)
    if (observation === null || observation === known) continue
    refunds = known
      ? refunds.map((refund) => (refund === known ? observation : refund))
      : [...refunds, observation]
    if (known?.state !== observation.state)
      await recordOutcome(tx, catalog, { ...locked, refunds }, observation, at)
  }
  return { ...locked, refunds }
}

/**
 * Ours carry their number in the processor's metadata; one whose answer got lost has nothing else.
 */
const isAbout = (refund: Refund, result: ProcessorRefund) =>
  refund.refundRef === null ? refund.id === result.refundId : refund.refundRef === result.refundRef

async function advance(tx: Tx, known: Refund, told: ProcessorRefund, at: Date): Promise<Refund> {
  const isFurther = progress[told.state] > progress[known.state]
  const refundRef = known.refundRef ?? (told.refundRef || null)
  if (!isFurther && refundRef === known.refundRef) return known
  const after: Refund = {
    ...known,
    refundRef,
    state: isFurther ? told.state : known.state,
    failureMessage: isFurther ? told.failureMessage : known.failureMessage,
    updatedAt: at,
  }
  await refundQueries.updateRefund(tx, { ...after, at })
  return after
}

const progress = { pending: 0, completed: 1, failed: 2 } as const satisfies Record<
  RefundState,
  number
>

async function insertForeign(
  tx: Tx,
  { payment }: LockedPayment,
  told: ProcessorRefund,
  at: Date,
): Promise<Refund | null> {
  const refund = {
    paymentId: payment.id,
    reason: 'processor',
    amountCents: told.amountCents,
    state: told.state,
    refundRef: told.refundRef,
    failureMessage: told.failureMessage,
  } as const
  const cause = `processor:${told.refundRef}`
  const [row] = await refundQueries.insertRefund(tx, { ...refund, cause, processorKey: '', at })
  return row ? { ...refund, id: row.id, createdAt: at, updatedAt: at } : null
}

async function recordOutcome(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  refund: Refund,
  at: Date,
): Promise<void> {
  const more = { refundId: refund.id, refundCents: refund.amountCents, reason: refund.reason }
  if (refund.state === 'completed')
    await recordPaymentEvent(tx, 'reembolso.completado', locked, more, at)
  if (refund.state === 'failed') {
    await recordPaymentEvent(tx, 'reembolso.fallido', locked, more, at)
    await notifyRefundFailed(tx, catalog, locked, refund, at)
  }
}
