import type { Dispute, Payment, PaymentState, Refund } from './payment.ts'

/** What a payment's state follows from. */
export interface PaymentStateInput {
  payment: Pick<Payment, 'amountCents' | 'currency' | 'facts'>
  refunds: readonly Pick<Refund, 'amountCents' | 'state'>[]
  disputes: readonly Pick<Dispute, 'state'>[]
}

/**
 * How a payment stands (D20): nothing but what is known decides, in whichever order it came to be
 * known.
 */
export function paymentState(grounds: PaymentStateInput): PaymentState {
  const { payment, disputes } = grounds
  const { receivedCents, status } = payment.facts
  if (receivedCents === 0) return beforeMoney[status]
  if (disputes.some(({ state }) => state !== 'won')) return 'disputed'
  const refunded = refundedCents(grounds)
  if (refunded === receivedCents) return 'refunded'
  if (hasUnexpectedAmount(payment)) return 'review'
  return refunded > 0 ? 'partly_refunded' : 'completed'
}

const beforeMoney = {
  new: 'pending',
  processing: 'processing',
  failed: 'failed',
  cancelled: 'cancelled',
  // the processor says paid and nothing arrived: somebody has to look
  succeeded: 'review',
} as const satisfies Record<Payment['facts']['status'], PaymentState>

/** The money that arrived is the money that was asked for. */
export const isExpectedAmount = ({
  amountCents,
  currency,
  facts,
}: PaymentStateInput['payment']): boolean =>
  facts.receivedCents === amountCents && facts.receivedCurrency === currency

/** It was paid, but not with the money that was asked for. */
export const hasUnexpectedAmount = (payment: PaymentStateInput['payment']): boolean =>
  (payment.facts.receivedCents > 0 || payment.facts.status === 'succeeded') &&
  !isExpectedAmount(payment)

/** What has gone back, by our refunds or at the processor itself. */
export const refundedCents = (grounds: PaymentStateInput): number =>
  refundTotal(grounds, ['completed'])

/** What has gone back or is on its way. */
export const refundedOrPendingCents = (grounds: PaymentStateInput): number =>
  refundTotal(grounds, ['pending', 'completed'])

/** What was ever to go back, though it may have failed: this only grows. */
export const requestedRefundCents = ({ payment: { facts }, refunds }: PaymentStateInput): number =>
  Math.min(facts.receivedCents, Math.max(facts.refundSeenCents, sum(refunds)))

/** The processor's sum holds what was refunded there, and also what failed later. */
function refundTotal(
  { payment: { facts }, refunds }: PaymentStateInput,
  states: readonly Refund['state'][],
): number {
  const ours = sum(refunds.filter(({ state }) => states.includes(state)))
  const theirs = facts.refundSeenCents - sum(refunds.filter(({ state }) => state === 'failed'))
  return Math.min(facts.receivedCents, Math.max(ours, theirs))
}

const sum = (refunds: PaymentStateInput['refunds']) =>
  refunds.reduce((total, { amountCents }) => total + amountCents, 0)
