import { fail } from '@silla/errors'
import { priceOf } from '../bookings/price.ts'
import type { Catalog, Service } from '../catalog/catalog.ts'
import { termsOf } from '../catalog/terms.ts'
import type { Booking, BookingLine } from '../model/booking.ts'
import { rescheduledPrice } from '../rescheduling/rescheduled-price.ts'
import type { PlannedLine } from './plan-lines.ts'

/** What a service costs, and whether that is less than it would without somebody's decision. */
export type ChangedPrice = Pick<
  BookingLine,
  'serviceId' | 'name' | 'priceCents' | 'chargedCents' | 'vatBasisPoints' | 'pointsAwarded'
> & { isDiscount: boolean }

/** Whether points have paid for a line: it awards none then, other than what the salon gives away. */
export const isPaidWithPoints = (
  { pointsUsed }: Booking,
  { priceCents, chargedCents, pointsAwarded }: BookingLine,
): boolean => pointsUsed > 0 && chargedCents === 0 && priceCents > 0 && pointsAwarded === 0

/**
 * The price of a service of a booking with the person who is to do it. Without another price it is the one
 * that was booked, as in a move (D37), or that of the catalogue. Another price needs a reason; it is a
 * discount when it is below both.
 *
 * @throws VALIDATION_ERROR without a reason
 */
export function changedPrice(
  catalog: Catalog,
  booking: Booking,
  { wanted, booked, service }: PlannedLine,
  professionalId: number,
): ChangedPrice {
  const professional = catalog.professionals.find(({ id }) => id === professionalId)
  const today =
    service && professional
      ? priceOf([{ ...service, ...termsOf(service, professional) }], catalog.settings).lines[0]
      : undefined
  const usual = booked
    ? {
        ...{ serviceId: booked.serviceId, name: booked.name, pointsAwarded: booked.pointsAwarded },
        vatBasisPoints: booked.vatBasisPoints,
        ...(professional
          ? rescheduledPrice(catalog, booking, booked, professional)
          : { priceCents: booked.priceCents, chargedCents: booked.chargedCents }),
      }
    : newLine(today, service)
  const { priceCents } = wanted
  if (priceCents === null || priceCents === usual.chargedCents)
    return { ...usual, isDiscount: false }
  if (wanted.reason === null)
    fail('VALIDATION_ERROR', {
      problems: [{ field: wanted.reasonField, problem: 'required' }],
    })
  return {
    ...usual,
    // what is charged above the regular price is the regular price of this visit
    priceCents: Math.max(usual.priceCents, priceCents),
    chargedCents: priceCents,
    isDiscount:
      priceCents < Math.min(usual.chargedCents, today?.chargedCents ?? usual.chargedCents),
  }
}

function newLine(
  today: ReturnType<typeof priceOf>['lines'][number] | undefined,
  service: Service | undefined,
) {
  if (today === undefined) throw new Error(`nobody does the service ${service?.id}`)
  const { serviceId, name, priceCents, chargedCents, vatBasisPoints, pointsAwarded } = today
  return { serviceId, name, priceCents, chargedCents, vatBasisPoints, pointsAwarded }
}
