import { refundQueries, type Tx } from '@silla/db'
import type { Moment } from '../clock.ts'
import type { Refund } from '../model/payment.ts'
import type { LockedPayment } from './locked-payment.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { hasOpenDispute } from './payment-state.ts'
import { enqueueRefund, refundableCents, requestRefund } from './request-refund.ts'

/**
 * Ends the waiting of refunds when no dispute of their payment is open any more: they are sent, or
 * cancelled as far as the lost disputes have taken the money (D24).
 */
export async function resolveWaitingRefunds(
  tx: Tx,
  before: LockedPayment,
  now: LockedPayment,
  moment: Moment,
): Promise<LockedPayment> {
  if (now.disputes === before.disputes || hasOpenDispute(now)) return now
  const waiting = now.refunds.filter(
    ({ state, refundRef }) => state === 'pending' && refundRef === null,
  )
  let resolved: LockedPayment = {
    ...now,
    refunds: now.refunds.filter((refund) => !waiting.includes(refund)),
  }
  for (const refund of waiting) {
    if (refund.amountCents <= refundableCents(resolved)) {
      await enqueueRefund(tx, refund.id)
      resolved = withRefund(resolved, refund)
    } else resolved = await cancelRefund(tx, resolved, refund, moment)
  }
  return resolved
}

/** What the disputes have left of it is refunded all the same. */
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

const withRefund = (locked: LockedPayment, refund: Refund): LockedPayment => ({
  ...locked,
  refunds: [...locked.refunds, refund],
})
