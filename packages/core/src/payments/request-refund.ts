import { randomUUID } from 'node:crypto'
import { jobQueries, refundQueries, type Tx } from '@silla/db'
import type { Moment } from '../clock.ts'
import type { Refund, RefundReason } from '../model/payment.ts'
import type { LockedPayment } from './locked-payment.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { hasOpenDispute, lostCents, refundedOrPendingCents } from './payment-state.ts'
import { releaseReference } from './release-reference.ts'

/** What to refund, and why. */
export interface NewRefundInput {
  reason: RefundReason
  /** null: everything that is left. Never more than that is refunded. */
  amountCents: number | null
  /**
   * Each cause is refunded once: `cancel:<bookingId>:<paymentId>`, `late:<paymentId>`,
   * `duplicate:<paymentId>`, `business:<name>`.
   */
  cause: string
  /** Now. */
  moment: Moment
}

/**
 * Records a refund, which the worker sends after the transaction has committed (D24); while the
 * payment is disputed it waits for the end of the dispute. When it completes the refund of
 * everything, the points are reversed now.
 *
 * @returns null when nothing is left to refund, or the cause was refunded before
 */
export async function requestRefund(
  tx: Tx,
  locked: LockedPayment,
  { reason, amountCents, cause, moment }: NewRefundInput,
): Promise<Refund | null> {
  const at = moment.realTime
  const { payment } = locked
  const left = refundableCents(locked)
  const cents = Math.min(amountCents ?? left, left)
  if (cents <= 0) return null
  const [row] = await refundQueries.insertRefund(tx, {
    paymentId: payment.id,
    reason,
    cause,
    amountCents: cents,
    state: 'pending',
    processorKey: randomUUID(),
    refundRef: null,
    failureMessage: '',
    at,
  })
  if (!row) return null
  const refund: Refund = {
    id: row.id,
    paymentId: payment.id,
    reason,
    amountCents: cents,
    state: 'pending',
    refundRef: null,
    failureMessage: '',
    createdAt: at,
    updatedAt: at,
  }
  await Promise.all([
    ...(hasOpenDispute(locked) ? [] : [enqueueRefund(tx, refund.id)]),
    recordPaymentEvent(
      tx,
      'reembolso.solicitado',
      locked,
      { refundId: refund.id, refundCents: cents, reason },
      at,
    ),
  ])
  await releaseReference(tx, { ...locked, refunds: [...locked.refunds, refund] }, moment.tenantTime)
  return refund
}

/** Has the worker send a refund now, or at a later time. */
export const enqueueRefund = (tx: Tx, refundId: number, runAt?: Date) =>
  jobQueries.enqueue(tx, {
    task: 'send-refund',
    payload: { refundId },
    key: `send-refund:${refundId}`,
    ...(runAt && { runAt }),
  })

/** What was received and is neither refunded, nor being refunded, nor lost in a dispute. */
export const refundableCents = (
  locked: Pick<LockedPayment, 'payment' | 'refunds' | 'disputes'>,
): number =>
  Math.max(
    0,
    locked.payment.facts.receivedCents - refundedOrPendingCents(locked) - lostCents(locked),
  )
