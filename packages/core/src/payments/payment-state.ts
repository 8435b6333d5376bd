import type { Dispute, Payment, PaymentState, Refund } from '../model/payment.ts'

/** What a payment's state is derived from. */
export interface PaymentStateInput {
  payment: Pick<Payment, 'amountCents' | 'currency' | 'facts'>
  refunds: readonly Pick<Refund, 'amountCents' | 'state'>[]
  disputes: readonly Pick<Dispute, 'state' | 'amountCents'>[]
}

/** Derives a payment's state (D20) from the facts alone, in whichever order they became known. */
export function paymentState(input: PaymentStateInput): PaymentState {
  const { payment, disputes } = input
  const { receivedCents, status } = payment.facts
  if (receivedCents === 0) return stateBeforeMoney[status]
  if (disputes.some(({ state }) => state !== 'won')) return 'disputed'
  const refunded = refundedCents(input)
  if (refunded === receivedCents) return 'refunded'
  if (hasUnexpectedAmount(payment)) return 'review'
  return refunded > 0 ? 'partly_refunded' : 'completed'
}

const stateBeforeMoney = {
  new: 'pending',
  processing: 'processing',
  failed: 'failed',
  cancelled: 'cancelled',
  // the processor reports success but no money arrived: this needs a decision
  succeeded: 'review',
} as const satisfies Record<Payment['facts']['status'], PaymentState>

/** The amount and currency that arrived are those requested. */
export const isExpectedAmount = ({
  amountCents,
  currency,
  facts,
}: PaymentStateInput['payment']): boolean =>
  facts.receivedCents === amountCents && facts.receivedCurrency === currency

/** It was paid, but not with the amount and currency requested. */
export const hasUnexpectedAmount = (payment: PaymentStateInput['payment']): boolean =>
  (payment.facts.receivedCents > 0 || payment.facts.status === 'succeeded') &&
  !isExpectedAmount(payment)

/** What has been refunded, by Silla or in the processor's dashboard. */
export const refundedCents = (input: PaymentStateInput): number => refundTotal(input, ['completed'])

/** What has been refunded or is being refunded. */
export const refundedOrPendingCents = (input: PaymentStateInput): number =>
  refundTotal(input, ['pending', 'completed'])

/** While the payer's bank decides, nothing is refunded. */
export const hasOpenDispute = ({ disputes }: Pick<PaymentStateInput, 'disputes'>): boolean =>
  disputes.some(({ state }) => state === 'open')

/** What the payer's bank has taken back. */
export const lostCents = ({ payment, disputes }: PaymentStateInput): number =>
  Math.min(payment.facts.receivedCents, sum(disputes.filter(({ state }) => state === 'lost')))

/**
 * What was promised to the customer and is not refunded: refunds that failed, and none that was requested
 * after the failure replaced them, as far as the money is still with the salon.
 */
export function owedCents({
  payment,
  refunds,
  disputes,
}: Omit<PaymentStateInput, 'refunds'> & { refunds: readonly PromisedRefund[] }): number {
  let owed = 0
  for (const { hasFailed, amountCents } of inOrder(refunds))
    owed = hasFailed ? Math.max(owed, 0) + amountCents : owed - amountCents
  const input = { payment, refunds, disputes }
  const kept = payment.facts.receivedCents - refundedOrPendingCents(input) - lostCents(input)
  return Math.max(0, Math.min(owed, kept))
}

type PromisedRefund = Pick<
  Refund,
  'amountCents' | 'state' | 'reason' | 'refundRef' | 'createdAt' | 'updatedAt'
>

/**
 * Refunds that failed, by the time of the failure, and the others by that of their request. Of a refusal and a
 * refund in the processor's dashboard that are learned of together, the refund came first; where the bank
 * has returned the money, it replaces what had failed.
 */
function inOrder(refunds: readonly PromisedRefund[]) {
  const promised = refunds.flatMap(
    ({ amountCents, state, reason, refundRef, createdAt, updatedAt }) => {
      const hasFailed = state === 'failed'
      if (state === 'cancelled' || (hasFailed && reason === 'processor')) return []
      const at = (hasFailed ? updatedAt : createdAt).getTime()
      return [{ hasFailed, amountCents, at, rank: hasFailed ? (refundRef === null ? 2 : 0) : 1 }]
    },
  )
  return promised.sort((a, b) => a.at - b.at || a.rank - b.rank)
}

/** Everything for which a refund was ever requested, even if the refund failed; this only grows. */
export const requestedRefundCents = ({ payment: { facts }, refunds }: PaymentStateInput): number =>
  Math.min(facts.receivedCents, Math.max(facts.refundSeenCents, sum(refunds)))

/** The processor's total includes refunds made in its dashboard, and refunds that failed later. */
function refundTotal(
  { payment: { facts }, refunds }: PaymentStateInput,
  states: readonly Refund['state'][],
): number {
  const ours = sum(refunds.filter(({ state }) => states.includes(state)))
  const reported = facts.refundSeenCents - sum(refunds.filter(({ state }) => state === 'failed'))
  return Math.min(facts.receivedCents, Math.max(ours, reported))
}

const sum = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0)
