import type { PaymentSummaryRow } from '@silla/db'
import type { Payment, PaymentState, Refund, RefundState } from './payment.ts'

/**
 * What a booking or an order tells about its payment; of several the one that paid it, else the one
 * that brought money.
 */
export interface PaymentSummary {
  paymentId: number
  state: PaymentState
  amountCents: number
  /** null: nothing of it goes back. */
  refund: RefundStatus | null
}

/** How far a refund is; `none`: there is nothing that could go back. */
export interface RefundStatus {
  applies: boolean
  amountCents: number
  state: 'none' | RefundState
}

export const nothingToRefund: RefundStatus = { applies: false, amountCents: 0, state: 'none' }

/**
 * What is stored about a payment and its refunds, in a few words; null where nobody asked to pay.
 */
export const readPaymentSummary = (row: PaymentSummaryRow | null): PaymentSummary | null =>
  row && {
    paymentId: row.id,
    state: row.state,
    amountCents: row.amountCents,
    refund: refundOf(
      (row.refunds ?? []).map((refund) => ({
        amountCents: refund.amountCents,
        state: refund.state,
      })),
      row.refundSeenCents,
    ),
  }

/** The same of a payment that is at hand. */
export const summaryOf = ({
  payment,
  refunds,
}: {
  payment: Payment
  refunds: readonly Refund[]
}): PaymentSummary => ({
  paymentId: payment.id,
  state: payment.state,
  amountCents: payment.amountCents,
  refund: refundOf(refunds, payment.facts.refundSeenCents),
})

/** All that goes back, as one: under way while any of it is, failed when the latest try did. */
function refundOf(
  requested: readonly Pick<Refund, 'amountCents' | 'state'>[],
  seenCents: number,
): RefundStatus | null {
  const cents = (states: readonly RefundState[]) =>
    requested.reduce(
      (sum, refund) => (states.includes(refund.state) ? sum + refund.amountCents : sum),
      0,
    )
  // the processor's own sum counts refunds that were made there, and those that failed later
  const back = Math.max(cents(['pending', 'completed']), seenCents - cents(['failed']))
  const latest = requested.at(-1)
  if (requested.some(({ state }) => state === 'pending'))
    return { applies: true, amountCents: back, state: 'pending' }
  if (latest?.state === 'failed')
    return { applies: true, amountCents: latest.amountCents, state: 'failed' }
  return back > 0 ? { applies: true, amountCents: back, state: 'completed' } : null
}
