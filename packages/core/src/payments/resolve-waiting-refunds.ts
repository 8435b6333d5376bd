import { refundQueries, type Tx } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import type { Refund } from '../model/payment.ts'
import { recordRefundOutcome } from './apply-refunds.ts'
import type { LockedPayment } from './locked-payment.ts'
import type { PaymentObservation } from './observation.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { hasOpenDispute } from './payment-state.ts'
import { enqueueRefund, refundableCents, requestRefund } from './request-refund.ts'

/**
 * Decides what becomes of refunds that are not sent: those that waited for the end of a dispute, and
 * those that the processor has refused (D24, D59). Only an open dispute lets them wait. What lost
 * disputes or refunds made in the processor's dashboard have taken of them is cancelled, and the
 * rest is refunded. Any other refusal is final.
 *
 * @param before the payment before what the processor reported was applied
 */
export async function resolveWaitingRefunds(
  tx: Tx,
  catalog: Catalog,
  before: LockedPayment,
  now: LockedPayment,
  { items, moment }: { items: readonly PaymentObservation[]; moment: Moment },
): Promise<LockedPayment> {
  if (hasOpenDispute(now)) return now
  const areFree = now.disputes !== before.disputes
  const waiting = now.refunds.filter(
    (refund) =>
      refund.state === 'pending' &&
      refund.refundRef === null &&
      (areFree || refusalOf(refund, items) !== undefined),
  )
  let resolved: LockedPayment = {
    ...now,
    refunds: now.refunds.filter((refund) => !waiting.includes(refund)),
  }
  for (const refund of waiting) {
    const refusal = refusalOf(refund, items)
    if (refund.amountCents > refundableCents(resolved))
      resolved = await cancelRefund(tx, resolved, refund, moment)
    else if (refusal)
      resolved = await failRefund(tx, catalog, resolved, refund, { ...refusal, moment })
    else {
      await enqueueRefund(tx, refund.id)
      resolved = withRefund(resolved, refund)
    }
  }
  return isWon(before, now) ? refundAfterAll(tx, resolved, moment) : resolved
}

const refusalOf = ({ id }: Refund, items: readonly PaymentObservation[]) =>
  items.find((item) => item.kind === 'refund_refused' && item.refundId === id) as
    | Extract<PaymentObservation, { kind: 'refund_refused' }>
    | undefined

/** What has not been taken of it is refunded all the same. */
async function cancelRefund(
  tx: Tx,
  locked: LockedPayment,
  refund: Refund,
  moment: Moment,
): Promise<LockedPayment> {
  const at = moment.realTime
  const cancelled: Refund = { ...refund, state: 'cancelled', failureMessage: '', updatedAt: at }
  const more = { refundId: refund.id, refundCents: refund.amountCents, reason: refund.reason }
  const after = withRefund(locked, cancelled)
  await refundQueries.updateRefund(tx, { ...cancelled, at })
  await recordPaymentEvent(tx, 'reembolso.cancelado', after, more, at)
  const rest = await requestRefund(tx, after, {
    reason: refund.reason,
    amountCents: refund.amountCents,
    cause: `rest:${refund.id}`,
    moment,
  })
  return rest ? withRefund(after, rest) : after
}

async function failRefund(
  tx: Tx,
  catalog: Catalog,
  locked: LockedPayment,
  refund: Refund,
  { failureMessage, moment }: { failureMessage: string; moment: Moment },
): Promise<LockedPayment> {
  const at = moment.realTime
  const failed: Refund = { ...refund, state: 'failed', failureMessage, updatedAt: at }
  const after = withRefund(locked, failed)
  await refundQueries.updateRefund(tx, { ...failed, at })
  await recordRefundOutcome(tx, catalog, after, failed, at)
  return after
}

/** Perhaps after it was lost, by an appeal: the salon has the money again. */
const isWon = (before: LockedPayment, now: LockedPayment): boolean =>
  now.disputes.some(
    ({ id, state }) =>
      state === 'won' && before.disputes.find((known) => known.id === id)?.state !== state,
  )

/** What lost disputes had cancelled is owed to the customer again. */
async function refundAfterAll(
  tx: Tx,
  locked: LockedPayment,
  moment: Moment,
): Promise<LockedPayment> {
  let now = locked
  for (const { id, reason, leftCents } of await refundQueries.listCancelledRefunds(
    tx,
    locked.payment.id,
  )) {
    const refund = await requestRefund(tx, now, {
      reason,
      amountCents: leftCents,
      cause: `won:${id}`,
      moment,
    })
    if (refund) now = withRefund(now, refund)
  }
  return now
}

const withRefund = (locked: LockedPayment, refund: Refund): LockedPayment => ({
  ...locked,
  refunds: [...locked.refunds, refund],
})
