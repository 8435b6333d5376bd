import { refundQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Refund, RefundState } from '../model/payment.ts'
import type { ProcessorRefund } from '../ports/processor.ts'
import type { LockedPayment } from './locked-payment.ts'
import { notifyRefundFailed } from './notify-payment.ts'
import type { PaymentObservation } from './observation.ts'
import { recordPaymentEvent } from './payment-event.ts'

/**
 * Records the states of refunds. A state only moves forward: pending, cancelled, completed, failed.
 * A refund that the salon made in the processor's dashboard is inserted when it is first reported.
 */
export async function applyRefunds(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  observations: readonly PaymentObservation[],
  at: Date,
): Promise<LockedPayment> {
  let refunds = locked.refunds
  for (const observation of observations) {
    if (observation.kind !== 'refund') continue
    const before = refunds.find((refund) => isAbout(refund, observation.refund))
    if (!before && isImpossible(locked, observation)) continue
    const after = before
      ? await advance(tx, before, observation.refund, at)
      : await insertForeign(tx, locked, observation.refund, at)
    if (after === null || after === before) continue
    refunds = before
      ? refunds.map((refund) => (refund === before ? after : refund))
      : [...refunds, after]
    if (before?.state !== after.state)
      await recordRefundOutcome(tx, catalog, { ...locked, refunds }, after, at)
  }
  return { ...locked, refunds }
}

/**
 * Whether a report is of a refund that the payment cannot have had, because it is larger than the
 * payment. The payment is read from the processor instead.
 */
export const isImpossible = (
  { payment: { amountCents, facts } }: Pick<LockedPayment, 'payment'>,
  observation: PaymentObservation,
): boolean =>
  observation.kind === 'refund' &&
  observation.refund.amountCents > Math.max(amountCents, facts.receivedCents)

/**
 * Silla's refunds carry their id in the processor's metadata. A refund whose response was lost can
 * only be matched by it.
 */
const isAbout = (refund: Refund, reported: ProcessorRefund) =>
  refund.refundRef === null
    ? refund.id === reported.refundId
    : refund.refundRef === reported.refundRef

async function advance(
  tx: Tx,
  before: Refund,
  reported: ProcessorRefund,
  at: Date,
): Promise<Refund> {
  const isFurther = progress[reported.state] > progress[before.state]
  const refundRef = before.refundRef ?? (reported.refundRef || null)
  if (!isFurther && refundRef === before.refundRef) return before
  const after: Refund = {
    ...before,
    refundRef,
    state: isFurther ? reported.state : before.state,
    failureMessage:
      isFurther || before.state === 'pending' ? reported.failureMessage : before.failureMessage,
    updatedAt: at,
  }
  await refundQueries.updateRefund(tx, { ...after, at })
  return after
}

const progress = { pending: 0, cancelled: 1, completed: 2, failed: 3 } as const satisfies Record<
  RefundState,
  number
>

async function insertForeign(
  tx: Tx,
  { payment }: LockedPayment,
  reported: ProcessorRefund,
  at: Date,
): Promise<Refund | null> {
  const refund = {
    paymentId: payment.id,
    reason: 'processor',
    amountCents: reported.amountCents,
    state: reported.state,
    refundRef: reported.refundRef,
    failureMessage: reported.failureMessage,
  } as const
  const cause = `processor:${reported.refundRef}`
  const [row] = await refundQueries.insertRefund(tx, { ...refund, cause, processorKey: '', at })
  return row ? { ...refund, id: row.id, createdAt: at, updatedAt: at } : null
}

/** Records that a refund is completed or has failed, and notifies the salon of a failure (D24). */
export async function recordRefundOutcome(
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
