import type { bookingQueries } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import type { BookingInput, PlannedBooking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * How many bookings to come one guest may hold, by e-mail or by phone, and one signed-in customer
 * (D15).
 */
const openBookingsPerGuest = 5
const openBookingsPerCustomer = 10
/** How many bookings may wait for their payment that came from one address (D15). */
const unpaidPerAddress = 3

/**
 * Who books, and what the salon requires of them: nothing of a visitor whom it books itself, and no
 * limit for its own server.
 */
export function bookingConstraints(
  { identity }: RequestContext,
  catalog: Catalog,
  input: BookingInput,
  { paymentRequired }: PlannedBooking,
): bookingQueries.BookingConstraints {
  const { clientAddress = null } = input
  const isCounted = paymentRequired && identity.kind !== 'business'
  return {
    customerId: identity.kind === 'customer' ? identity.customerId : null,
    emailKey: emailKey(input.contact.email),
    phoneRequired: catalog.settings.phoneRequired && !input.byBusiness,
    mayBeBlocked: !input.byBusiness,
    openLimit: openLimits[identity.kind],
    unpaid: isCounted && clientAddress !== null ? { clientAddress, limit: unpaidPerAddress } : null,
  }
}

export const throwForBlocker = (blocker: bookingQueries.BookingBlocker): never =>
  fail(refusals[blocker])

const openLimits: Record<RequestContext['identity']['kind'], number | null> = {
  visitor: openBookingsPerGuest,
  customer: openBookingsPerCustomer,
  business: null,
}

const refusals: Record<bookingQueries.BookingBlocker, Code> = {
  gone: 'INVALID_TOKEN',
  phone: 'PHONE_REQUIRED',
  blocked: 'CUSTOMER_BLOCKED',
  limit: 'BOOKING_LIMIT_REACHED',
  points: 'INSUFFICIENT_POINTS',
}
