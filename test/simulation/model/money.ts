import type { PaymentRow, SalonRows } from '../rows.ts'

/**
 * What has arrived and is neither refunded, nor being refunded, nor lost in a dispute. Refunds may
 * be ours or made at the processor.
 */
export function refundableCents(rows: SalonRows, payment: PaymentRow): number {
  const refunds = refundsOf(rows, payment)
  const failed = sum(refunds.filter(({ state }) => state === 'failed'))
  const promised = sum(refunds.filter(({ state }) => state === 'pending' || state === 'completed'))
  const refunded = Math.max(promised, payment.refundSeenCents - failed)
  return Math.max(0, payment.receivedCents - refunded - lostCents(rows, payment))
}

/** While a bank decides, nothing is refunded (D24). */
export const hasOpenDispute = ({ disputes }: SalonRows, { id }: PaymentRow): boolean =>
  disputes.some(({ paymentId, state }) => paymentId === id && state === 'open')

/** What lost disputes have taken. */
export const lostCents = (rows: SalonRows, payment: PaymentRow): number =>
  inDisputes(rows, payment, ['lost'])

/** What lost disputes have taken and open ones may take. */
export const disputedCents = (rows: SalonRows, payment: PaymentRow): number =>
  inDisputes(rows, payment, ['lost', 'open'])

const inDisputes = (
  { disputes }: SalonRows,
  { id, receivedCents }: PaymentRow,
  states: readonly string[],
): number =>
  Math.min(
    receivedCents,
    sum(disputes.filter(({ paymentId, state }) => paymentId === id && states.includes(state))),
  )

/** Whether all of the money is promised back, also by refunds that failed, or lost in a dispute. */
export const isReleased = (rows: SalonRows, payment: PaymentRow): boolean =>
  payment.applied &&
  Math.max(sum(refundsOf(rows, payment)), payment.refundSeenCents) + lostCents(rows, payment) >=
    payment.receivedCents

const refundsOf = ({ refunds }: SalonRows, { id }: PaymentRow) =>
  refunds.filter(({ paymentId }) => paymentId === id)

const sum = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0)
