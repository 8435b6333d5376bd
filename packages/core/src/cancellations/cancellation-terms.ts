import { cancelableUntil } from '../bookings/cancellation-rules.ts'
import type { Catalog, RefundTier } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { bookingDueNowCents, bookingRetainedCents } from '../model/due-now.ts'
import { freeUntil, mayHaveCard } from '../payments/cards/card-terms.ts'

/** Until when the customer of a booking may cancel it, what then comes back, and what it may cost. */
export interface CancellationTerms {
  /** null: until it begins (D51) */
  until: Date | null
  /** What comes back of what is paid online, and never more; empty: no tiers, or nothing is paid online (D38). */
  refundTiers: readonly RefundTier[]
  /** null: nothing can be charged to a card. */
  fees: PossibleFees | null
}

/** What may be charged to the card of a booking beside what is paid online, which counts towards it (D51). */
export interface PossibleFees {
  hasDeposit: boolean
  /** null: it is too late for that. */
  freeUntil: Date | null
  lateCancelCents: number
  noShowCents: number
}

export function cancellationTerms(
  booking: Booking,
  catalog: Catalog,
  now: Date,
): CancellationTerms {
  const isPaidOnline =
    booking.paymentId !== null || bookingDueNowCents(booking, catalog.settings) > 0
  return {
    until: booking.guarantee === null ? cancelableUntil(booking, catalog) : null,
    refundTiers: isPaidOnline ? refundTiersOf(booking, catalog) : [],
    fees: possibleFees(booking, now),
  }
}

/** After a customer has moved a booking, no more comes back than at that time (D37). */
const refundTiersOf = ({ refundLimitPercent }: Booking, { settings }: Catalog): RefundTier[] =>
  settings.refundTiers.map(({ hours, percent }) => ({
    hours,
    percent: Math.min(percent, refundLimitPercent),
  }))

function possibleFees(booking: Booking, now: Date): PossibleFees | null {
  const { guarantee, depositCents } = booking
  if (guarantee === null || !mayHaveCard(booking)) return null
  const limit = freeUntil(booking, guarantee)
  const retainedCents = bookingRetainedCents(booking)
  const beside = (cents: number) => Math.max(0, cents - retainedCents)
  return {
    hasDeposit: depositCents !== null,
    freeUntil: now > limit ? null : limit,
    lateCancelCents: beside(guarantee.lateCancelCents),
    noShowCents: beside(guarantee.noShowCents),
  }
}
