import type { newBookingQueries } from '@silla/db'
import { type Code, fail } from '@silla/errors'
import { actsForBusiness } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { guestCeilings } from '../limits/guest-ceilings.ts'
import type { BookingInput, MessageChoice, PlannedBooking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'

/** Open future bookings of one guest, by e-mail or by phone, and of one customer (D15). */
export const maxOpenPerGuest = 5
export const maxOpenPerCustomer = 10
/** Unpaid bookings and live holds from one client address (D15, D36). */
export const maxUnpaidPerAddress = 3

/**
 * The conditions on the caller under which the database inserts the booking. With its secret key a
 * salon has no limits, and what it books itself needs no phone and ignores blocks.
 *
 * @param bookings one of these will be written
 */
export function bookingConstraints(
  context: RequestContext,
  catalog: Catalog,
  input: BookingInput,
  bookings: readonly PlannedBooking[],
): newBookingQueries.BookingConstraints {
  const { identity } = context
  const { clientAddress = null, holdId = null, customerId: chosenId = null } = input
  const needsPhone = catalog.settings.phoneRequired || wantsMessages(input)
  const isCounted = bookings.some((one) => one.paymentRequired) && !actsForBusiness(identity)
  return {
    customerId: identity.kind === 'customer' ? identity.customerId : chosenId,
    chosen: chosenId === null ? null : { visitedId: ownProfessionalId(context) },
    emailKey: emailKey(input.contact.email) || null,
    phoneRequired: needsPhone && !input.byBusiness,
    mayBeBlocked: !input.byBusiness,
    mailsBlocked: mailWaitSeconds(context, input) !== null,
    openLimit: openLimits[identity.kind],
    unpaid:
      isCounted && clientAddress !== null
        ? { clientAddress, limit: maxUnpaidPerAddress, holdId }
        : null,
    guest: guestCeilings(context, catalog, input),
  }
}

/** Whether a customer agrees to messages, which need a phone number (D77). */
export const wantsMessages = ({ messages }: { messages?: MessageChoice | null }): boolean =>
  (messages?.channels.length ?? 0) > 0

/** Seconds until a guest who has caused too many emails may book or wait again; null: now (D30). */
export const mailWaitSeconds = (
  { identity, mailLimits }: RequestContext,
  { contact: { email }, clientAddress = null }: Pick<BookingInput, 'contact' | 'clientAddress'>,
): number | null =>
  identity.kind === 'visitor' && email !== ''
    ? (mailLimits?.waitSeconds({ email, clientAddress }) ?? null)
    : null

/**
 * @param waitSeconds until the caller may try again, where that is known
 * @param gone the code for a customer who is not there
 */
export const throwForBlocker = (
  blocker: newBookingQueries.BookingBlocker,
  { waitSeconds = null, gone = refusals.gone }: { waitSeconds?: number | null; gone?: Code } = {},
): never =>
  fail(blocker === 'gone' ? gone : refusals[blocker], {
    ...(waitSeconds !== null && { headers: { 'retry-after': String(waitSeconds) } }),
  })

const openLimits: Record<RequestContext['identity']['kind'], number | null> = {
  visitor: maxOpenPerGuest,
  customer: maxOpenPerCustomer,
  business: null,
  staff: null,
  support: null,
}

const refusals: Record<newBookingQueries.BookingBlocker, Code> = {
  gone: 'INVALID_TOKEN',
  phone: 'PHONE_REQUIRED',
  blocked: 'CUSTOMER_BLOCKED',
  limit: 'BOOKING_LIMIT_REACHED',
  mails: 'RATE_LIMIT_EXCEEDED',
  points: 'INSUFFICIENT_POINTS',
}
