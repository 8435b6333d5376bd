import type { CardRow, FeeRow, SalonRows } from '../rows.ts'
import { leastCents } from './booking-rules.ts'
import type { Model, ModelBooking } from './model.ts'
import { refundableCents } from './money.ts'

export type FeeReason = FeeRow['reason']

/** Until 14 days after the start of a visit a fee may be charged (D51). */
export const chargeableUntil = ({ start }: ModelBooking): number => start * 60_000 + 14 * 86_400_000

export const isChargeable = ({ now }: Model, booking: ModelBooking): boolean =>
  now() <= chargeableUntil(booking)

/** The card that is being left with a booking, or is saved. */
export const cardOf = ({ cards }: SalonRows, { id }: ModelBooking): CardRow | undefined =>
  cards.find(
    ({ bookingId, state }) => bookingId === id && (state === 'pending' || state === 'saved'),
  )

/** The fee of a booking that counts: one that failed leaves room for another. */
export const feeOf = ({ fees }: SalonRows, { id }: ModelBooking): FeeRow | undefined =>
  fees.find(({ bookingId, state }) => bookingId === id && state !== 'failed')

/** The most that may be charged for a visit: what was agreed less what is kept of an online payment. */
export function mostCents(rows: SalonRows, booking: ModelBooking, reason: FeeReason): number {
  const { guarantee, id } = booking
  if (guarantee === null) return 0
  const agreed = reason === 'no_show' ? guarantee.noShowCents : guarantee.lateCancelCents
  const kept = rows.payments.filter(({ bookingId }) => bookingId === id)
  return kept.reduce((left, payment) => left - refundableCents(rows, payment), agreed)
}

/**
 * The code of the first rule that a fee breaks, in the order of D51; null: it is charged.
 *
 * @param cents null: the most that may be charged
 */
export function feeRefusal(
  model: Model,
  rows: SalonRows,
  booking: ModelBooking,
  { reason, cents }: { reason: FeeReason; cents: number | null },
): string | null {
  if (feeOf(rows, booking)) return 'FEE_ALREADY_CHARGED'
  if (!model.canCharge) return 'PROCESSOR_NOT_CONFIGURED'
  if (booking.guarantee === null || !isReason(model, booking, reason)) return 'FEE_NOT_ALLOWED'
  if (!isChargeable(model, booking)) return 'FEE_WINDOW_CLOSED'
  if (cardOf(rows, booking)?.state !== 'saved') return 'CARD_NOT_SAVED'
  const most = mostCents(rows, booking, reason)
  if (most < leastCents) return 'FEE_NOT_ALLOWED'
  if ((cents ?? most) > most) return 'AMOUNT_MISMATCH'
  if ((cents ?? most) < leastCents) return 'INVALID_AMOUNT'
  // the worker has not ended the one that failed yet
  const failed = rows.feePayments.find((each) => each.bookingId === booking.id && each.isOpen)
  return failed ? 'FEE_ALREADY_CHARGED' : null
}

function isReason({ plan }: Model, booking: ModelBooking, reason: FeeReason): boolean {
  const { state, customerCancelledAt, start } = booking
  if (reason === 'no_show') return state === 'no_show'
  const freeUntil = start * 60_000 - plan.cancellationHours * 3_600_000
  return state === 'cancelled' && customerCancelledAt !== null && customerCancelledAt > freeUntil
}
