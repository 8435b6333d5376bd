import type { Booking, Catalog, MailKind } from '@silla/core'
import { professionalNames, serviceNames } from './booking-lines.ts'
import { customerName } from './customer-name.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

export type BookingMailKind = Extract<MailKind, `booking_${string}`>

/**
 * The email about an event of a booking, with the details of the booking.
 *
 * @param booking.movedFrom in the email about a reschedule: when the visit was to start before
 */
export function bookingEmail(
  kind: BookingMailKind,
  booking: Booking & { movedFrom?: string },
  translation: Translation,
  salon: Catalog,
): Content {
  const format = formattersFor(translation, salon, booking.timezone)
  const { subject, text } = messageOf(kind, booking, translation, format)
  return {
    subject: subject(format.when(booking.startsAt), salon.business.name),
    name: customerName(booking.contact.name),
    paragraphs: [text],
    details: detailsOf(kind, booking, translation, format, salon),
  }
}

function messageOf(
  kind: BookingMailKind,
  booking: Booking & { movedFrom?: string },
  translation: Translation,
  format: Formatters,
) {
  const { bookingReceived, bookingCancelled } = translation
  switch (kind) {
    case 'booking_received':
      return { ...bookingReceived, text: receivedText(booking, translation, format) }
    case 'booking_confirmed':
      return translation.bookingConfirmed
    case 'booking_rescheduled':
      return {
        ...translation.bookingRescheduled,
        text: rescheduledText(booking, translation, format),
      }
    case 'booking_cancelled':
      return { ...bookingCancelled, text: cancelledText(booking, translation) }
    case 'booking_expired':
      return translation.bookingExpired
    case 'booking_reminder':
      return translation.bookingReminder
  }
}

const receivedText = (
  { paymentRequired, expiresAt }: Booking,
  { bookingReceived }: Translation,
  format: Formatters,
) =>
  paymentRequired && expiresAt
    ? bookingReceived.toBePaid(format.when(expiresAt))
    : bookingReceived.toBeConfirmed

function rescheduledText(
  { state, movedFrom, startsAt }: Booking & { movedFrom?: string },
  { bookingRescheduled }: Translation,
  format: Formatters,
) {
  const before = format.when(movedFrom === undefined ? startsAt : new Date(movedFrom))
  return state === 'pending'
    ? bookingRescheduled.toBeConfirmed(before)
    : bookingRescheduled.text(before)
}

function cancelledText({ cancellation }: Booking, { bookingCancelled }: Translation) {
  if (cancellation?.by === 'customer') return bookingCancelled.byCustomer
  return cancellation?.by === 'business' ? bookingCancelled.byBusiness : bookingCancelled.bySystem
}

function detailsOf(
  kind: BookingMailKind,
  booking: Booking,
  { labels }: Translation,
  format: Formatters,
  salon: Catalog,
): [string, string][] {
  const isActive = kind !== 'booking_cancelled' && kind !== 'booking_expired'
  const { business, settings } = salon
  const cancelUntil = new Date(booking.startsAt.getTime() - settings.cancellationHours * 3_600_000)
  const canStillBeCancelled = isActive && cancelUntil > booking.updatedAt
  return [
    [labels.services, serviceNames(booking, format).join(', ')],
    [labels.professional, professionalNames(booking)],
    [labels.day, format.day(booking.startsAt)],
    [labels.time, `${format.time(booking.startsAt)}-${format.time(booking.endsAt)}`],
    [labels.total, format.money(booking.totalCents, booking.currency)],
    [labels.code, booking.code],
    [labels.place, isActive ? addressLine(business) : ''],
    [labels.cancelUntil, canStillBeCancelled ? format.when(cancelUntil) : ''],
    [labels.reason, kind === 'booking_cancelled' ? messageOfSalon(booking) : ''],
  ]
}

/**
 * Why the salon cancelled. Nobody else's reason is mailed: a visitor who books with another person's
 * address could write to that person.
 */
const messageOfSalon = ({ cancellation }: Booking): string =>
  cancellation?.by === 'business' ? (cancellation.reason ?? '') : ''

/** The salon's address in one line, without empty fields. */
export const addressLine = ({ address }: Catalog['business']): string =>
  [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
