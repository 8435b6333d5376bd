import type { Catalog, RefundTier } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'

/**
 * The last moment at which a customer may cancel. The hours are real elapsed time, also across a
 * change of the clocks (D17).
 */
export const cancelableUntil = (booking: Booking, catalog: Catalog): Date =>
  new Date(booking.startsAt.getTime() - catalog.settings.cancellationHours * 3_600_000)

/** Why this booking cannot be cancelled now, or null. The business itself has no deadline. */
export function cancellationRefusal(
  booking: Booking,
  catalog: Catalog,
  now: Date,
  byBusiness: boolean,
): 'CANNOT_CANCEL' | 'CANCELLATION_DEADLINE_PASSED' | null {
  if (!hasNotBegun(booking, now)) return 'CANNOT_CANCEL'
  // with a card the customer may cancel late, and the salon may charge it (D51)
  const isTooLate = booking.guarantee === null && now > cancelableUntil(booking, catalog)
  return !byBusiness && isTooLate ? 'CANCELLATION_DEADLINE_PASSED' : null
}

/** Whether a booking can still be changed by its customer: it is open, and its visit has not begun. */
export const hasNotBegun = (booking: Booking, now: Date): boolean =>
  isOpen(booking) && booking.startsAt > now

/** Nothing says yet whether its visit took place. */
export const isOpen = ({ state }: Pick<Booking, 'state'>): boolean =>
  state === 'pending' || state === 'confirmed'

/**
 * How much of what was paid a cancellation would refund now, in percent. The business refunds
 * everything; a customer gets what the tiers say, and no more than when they last moved the booking (D17,
 * D37, D38).
 */
export function refundPercent(
  booking: Booking,
  catalog: Catalog,
  now: Date,
  byBusiness: boolean,
): number {
  if (byBusiness) return 100
  if (!hasNotBegun(booking, now) || now > cancelableUntil(booking, catalog)) return 0
  const hoursLeft = (booking.startsAt.getTime() - now.getTime()) / 3_600_000
  return Math.min(booking.refundLimitPercent, tierPercent(catalog.settings.refundTiers, hoursLeft))
}

/** That of the tier with the most hours that are still left; without tiers everything (D38). */
function tierPercent(tiers: readonly RefundTier[], hoursLeft: number): number {
  if (tiers.length === 0) return 100
  return tiers.find(({ hours }) => hours <= hoursLeft)?.percent ?? 0
}
