import type { Booking } from '../../model/booking.ts'
import { isChargeable } from '../../model/online-amounts.ts'
import { freeUntil } from '../cards/card-terms.ts'

/**
 * The most that the salon may charge to the card of a booking when its customer cancels now (D51): 0
 * where it is not late.
 *
 * @param retainedCents what the salon keeps of what was paid online
 */
export function possibleFeeCents(
  { startsAt, guarantee, state, currency }: Booking,
  { retainedCents, now }: { retainedCents: number; now: Date },
): number {
  if (guarantee === null || state !== 'confirmed' || now <= freeUntil({ startsAt }, guarantee))
    return 0
  const mostCents = guarantee.lateCancelCents - retainedCents
  return isChargeable(mostCents, currency) ? mostCents : 0
}
