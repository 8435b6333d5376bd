import type { BookingPaymentRow, PaymentSummaryRow } from '@silla/db'
import type { Payment, PaymentPurpose, PaymentState, Refund, RefundState } from './payment.ts'
import type { Fee } from './saved-card.ts'

/**
 * The payment of a booking or an order. Of several payments it is the one that paid it, otherwise
 * the one that received money.
 */
export interface PaymentSummary {
  paymentId: number
  purpose: PaymentPurpose
  state: PaymentState
  amountCents: number
  /** null: nothing is being refunded. */
  refund: RefundStatus | null
  /** Of what is being refunded, what a lower price after a reschedule gave back (D37). */
  rescheduleRefundCents: number
}

/**
 * The state of a refund as the customer may rely on it; `none`: nothing is refunded, or it is not
 * certain because the payment is disputed.
 */
export interface RefundStatus {
  applies: boolean
  amountCents: number
  state: 'none' | Exclude<RefundState, 'cancelled'>
}

export const nothingToRefund: RefundStatus = { applies: false, amountCents: 0, state: 'none' }

/** The summary of a stored payment and its refunds; null without a payment. */
export const readPaymentSummary = (row: PaymentSummaryRow | null): PaymentSummary | null =>
  row && {
    paymentId: row.id,
    purpose: row.purpose,
    state: row.state,
    amountCents: row.amountCents,
    refund: refundOf(row.state, row.refunds ?? [], row.refundSeenCents),
    rescheduleRefundCents: rescheduleRefundCents(row.refunds ?? []),
  }

/** One of the payments of a booking (D46). */
export interface BookingPayment {
  paymentId: number
  purpose: PaymentPurpose
  state: PaymentState
  amountCents: number
  /** What has gone back to the payer. */
  refundedCents: number
}

/** The fee of a booking: the one that counts, otherwise the last one that failed (D51). */
export type BookingFee = Pick<Fee, 'reason' | 'state' | 'amountCents' | 'linkUntil'>

/** Whether the money pays for the visit: gives points, and is refunded with it. A fee does not. */
export const paysForVisit = ({ purpose }: { purpose: PaymentPurpose }): boolean => purpose !== 'fee'

/**
 * The payments of a booking, and the one that counts: that paid it, else the one that received money,
 * else the latest that can be paid.
 */
export function readBookingPayments(rows: readonly BookingPaymentRow[] | null): {
  payment: PaymentSummary | null
  payments: BookingPayment[]
  fee: BookingFee | null
} {
  const weight = ({ applied, receivedCents, isOpen }: BookingPaymentRow) =>
    Number(applied) * 4 + Number(receivedCents > 0) * 2 + Number(isOpen)
  const [counting] = (rows ?? [])
    .filter(paysForVisit)
    .toReversed()
    .sort((one, other) => weight(other) - weight(one))
  return {
    payment: readPaymentSummary(counting ?? null),
    payments: (rows ?? []).map((row) => ({
      paymentId: row.id,
      ...{ purpose: row.purpose, state: row.state, amountCents: row.amountCents },
      refundedCents: refundedCentsOf(row),
    })),
    fee: latestFee(rows ?? []),
  }
}

/** Only the latest fee has not failed, if one has not. */
function latestFee(rows: readonly BookingPaymentRow[]): BookingFee | null {
  const row = rows.findLast(({ fee }) => fee !== null)
  if (!row?.fee) return null
  const { reason, state, linkUntil } = row.fee
  return {
    ...{ reason, state, amountCents: row.amountCents },
    linkUntil: linkUntil === null ? null : new Date(linkUntil),
  }
}

/** The payments of a booking after a change of one of them. */
export const withPayment = (
  payments: readonly BookingPayment[],
  changed: BookingPayment,
): BookingPayment[] => [
  ...payments.filter(({ paymentId }) => paymentId !== changed.paymentId),
  changed,
]

function refundedCentsOf({ receivedCents, refundSeenCents, refunds }: PaymentSummaryRow): number {
  const sumOf = (wanted: RefundState) =>
    (refunds ?? []).reduce(
      (sum, { state, amountCents }) => (state === wanted ? sum + amountCents : sum),
      0,
    )
  // the processor's total includes refunds made in its dashboard, and refunds that failed later
  const cents = Math.max(sumOf('completed'), refundSeenCents - sumOf('failed'))
  return Math.min(receivedCents, cents)
}

/** The summary of a loaded payment. */
export const summaryOf = ({
  payment,
  refunds,
}: {
  payment: Payment
  refunds: readonly Refund[]
}): PaymentSummary => ({
  paymentId: payment.id,
  purpose: payment.purpose,
  state: payment.state,
  amountCents: payment.amountCents,
  refund: refundOf(
    payment.state,
    refunds.map(({ refundRef, ...refund }) => ({ ...refund, isSent: refundRef !== null })),
    payment.facts.refundSeenCents,
  ),
  rescheduleRefundCents: rescheduleRefundCents(refunds),
})

/**
 * The part of the price of a visit that its payment has paid. A refund by the business does not make
 * the visit unpaid again.
 */
export const paidForVisitCents = (payment: PaymentSummary | null): number =>
  payment === null ? 0 : payment.amountCents - payment.rescheduleRefundCents

const rescheduleRefundCents = (
  refunds: readonly Pick<Refund, 'amountCents' | 'state' | 'reason'>[],
): number =>
  refunds.reduce(
    (sum, { reason, state, amountCents }) =>
      reason === 'rescheduled' && state !== 'cancelled' ? sum + amountCents : sum,
    0,
  )

interface SummarizedRefund extends Pick<Refund, 'amountCents' | 'state'> {
  /** The processor has accepted it. */
  isSent: boolean
}

/**
 * All refunds as one: pending while any of them is, failed when the latest one failed. While the
 * payment is disputed, a refund that is not sent waits and may never be made.
 */
function refundOf(
  paymentState: PaymentState,
  all: readonly SummarizedRefund[],
  reportedCents: number,
): RefundStatus | null {
  const isWaiting = ({ state, isSent }: SummarizedRefund) =>
    paymentState === 'disputed' && state === 'pending' && !isSent
  const refunds = all.filter((each) => each.state !== 'cancelled' && !isWaiting(each))
  const sumOf = (states: readonly RefundState[]) =>
    refunds.reduce(
      (sum, refund) => (states.includes(refund.state) ? sum + refund.amountCents : sum),
      0,
    )
  // the processor's total includes refunds made in its dashboard, and refunds that failed later
  const cents = Math.max(sumOf(['pending', 'completed']), reportedCents - sumOf(['failed']))
  const latest = refunds.at(-1)
  if (refunds.some(({ state }) => state === 'pending'))
    return { applies: true, amountCents: cents, state: 'pending' }
  if (latest?.state === 'failed')
    return { applies: true, amountCents: latest.amountCents, state: 'failed' }
  return cents > 0 ? { applies: true, amountCents: cents, state: 'completed' } : null
}

/** What cancelling the booking refunds to the customer, in cents. */
export function refundableAmountCents(payment: PaymentSummary | null): number {
  if (payment === null || !/^(completed|partly_refunded)$/.test(payment.state)) return 0
  const { refund } = payment
  return (
    payment.amountCents - (refund?.applies && refund.state !== 'failed' ? refund.amountCents : 0)
  )
}
