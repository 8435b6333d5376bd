import type { Booking, Catalog, MailKind } from '@silla/core'
import { type Formatters, formattersFor } from './formatters.ts'
import type { Content } from './layout.ts'
import type { Translation } from './translations/translation.ts'

export type BookingMailKind = Extract<MailKind, `booking_${string}`>

/** What a letter about a visit says: what became of it, and the visit itself. */
export function bookingEmail(
  kind: BookingMailKind,
  booking: Booking,
  words: Translation,
  salon: Catalog,
): Content {
  const spoken = formattersFor(words, salon, booking.timezone)
  const { subject, text } = news(kind, booking, words, spoken)
  return {
    subject: subject(spoken.when(booking.startsAt), salon.business.name),
    name: booking.contact.name,
    paragraphs: [text],
    facts: factsOf(kind, booking, words, spoken, salon),
  }
}

function news(kind: BookingMailKind, booking: Booking, words: Translation, spoken: Formatters) {
  switch (kind) {
    case 'booking_received':
      return { subject: words.bookingReceived.subject, text: receivedText(booking, words, spoken) }
    case 'booking_confirmed':
      return words.bookingConfirmed
    case 'booking_cancelled':
      return { subject: words.bookingCancelled.subject, text: cancelledText(booking, words) }
    case 'booking_expired':
      return words.bookingExpired
    case 'booking_reminder':
      return words.bookingReminder
  }
}

const receivedText = (
  { paymentRequired, expiresAt }: Booking,
  { bookingReceived }: Translation,
  spoken: Formatters,
) =>
  paymentRequired && expiresAt
    ? bookingReceived.toBePaid(spoken.when(expiresAt))
    : bookingReceived.toBeConfirmed

function cancelledText({ cancellation }: Booking, { bookingCancelled }: Translation) {
  if (cancellation?.by === 'customer') return bookingCancelled.byCustomer
  return cancellation?.by === 'business' ? bookingCancelled.byBusiness : bookingCancelled.bySystem
}

function factsOf(
  kind: BookingMailKind,
  booking: Booking,
  { labels }: Translation,
  spoken: Formatters,
  salon: Catalog,
): [string, string][] {
  const isOn =
    kind === 'booking_confirmed' || kind === 'booking_reminder' || kind === 'booking_received'
  const { business, settings } = salon
  const cancelUntil = new Date(booking.startsAt.getTime() - settings.cancellationHours * 3_600_000)
  const canStillBeCancelled = isOn && cancelUntil > booking.updatedAt
  return [
    [labels.services, booking.lines.map((line) => spoken.text(line.name)).join(', ')],
    [labels.professional, booking.professional.name],
    [labels.day, spoken.day(booking.startsAt)],
    [labels.time, `${spoken.time(booking.startsAt)}-${spoken.time(booking.endsAt)}`],
    [labels.total, spoken.money(booking.totalCents, booking.currency)],
    [labels.code, booking.code],
    [labels.place, isOn ? placeOf(business) : ''],
    [labels.cancelUntil, canStillBeCancelled ? spoken.when(cancelUntil) : ''],
    [labels.reason, kind === 'booking_cancelled' ? (booking.cancellation?.reason ?? '') : ''],
  ]
}

/** One line, without what the salon left empty. */
export const placeOf = ({ address }: Catalog['business']): string =>
  [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
