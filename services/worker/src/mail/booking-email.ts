import {
  type Booking,
  bookingDueNowCents,
  type CancellationTerms,
  cancellationTerms,
  type MailKind,
} from '@silla/core'
import { bookingAmounts, refundedCents } from './booking-amounts.ts'
import { professionalNames, serviceNames } from './booking-lines.ts'
import { cancellationSentences } from './cancellation-sentences.ts'
import type { Button, Content, Row } from './content.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import { addressLine } from './layout.ts'
import type { MailContext } from './mail-context.ts'
import { eventReservation } from './structured-data.ts'
import type { Translation } from './translations/translation.ts'

export type BookingMailKind = Extract<MailKind, `booking_${string}`>

/**
 * `movedFrom`: in the email about a reschedule, when the visit was to start before. `remindedAt`: in a
 * reminder, when it was requested. `series`: the other visits that were booked, moved or cancelled with it
 * (D80).
 */
type MailedBooking = Booking & {
  movedFrom?: string
  remindedAt?: string
  linesChanged?: true
  series?: readonly { startsAt: string; code: string }[]
}

/** The email about an event of a booking, with the details of the booking. */
export function bookingEmail(
  kind: BookingMailKind,
  booking: MailedBooking,
  context: MailContext,
): Content {
  const { translation, salon } = context
  const format = formattersFor(translation, salon, booking.timezone)
  const { heading, subject, text } = messageOf(kind, booking, translation, format)
  const now = new Date(booking.remindedAt ?? booking.updatedAt)
  const terms = takesPlace(kind) ? cancellationTerms(booking, salon, now) : null
  const sentences = terms ? cancellationSentences(terms, booking, translation, format) : []
  return {
    subject: subject(format.when(booking.startsAt), salon.business.name),
    heading,
    name: greetingName(booking.contact.name),
    paragraphs: [text],
    details: detailsOf(kind, booking, context, { format, cancelUntil: cancelUntilOf(terms, now) }),
    amounts: bookingAmounts(booking, salon, translation, format),
    buttons: buttonsOf(kind, booking, context, format),
    note: [...refundNotes(booking, translation), ...sentences].join(' '),
    structuredData: eventReservation(booking, context, format),
  }
}

function messageOf(
  kind: BookingMailKind,
  booking: MailedBooking,
  translation: Translation,
  format: Formatters,
) {
  const { bookingReceived, bookingRescheduled, bookingCancelled } = translation
  switch (kind) {
    case 'booking_received':
      return { ...bookingReceived, text: receivedText(booking, translation, format) }
    case 'booking_confirmed':
      return translation.bookingConfirmed
    case 'booking_rescheduled':
      if (booking.linesChanged) return translation.bookingChanged
      return { ...bookingRescheduled, text: rescheduledText(booking, translation, format) }
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
  { state, movedFrom, startsAt }: MailedBooking,
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

const takesPlace = (kind: BookingMailKind): boolean =>
  kind !== 'booking_cancelled' && kind !== 'booking_expired'

function detailsOf(
  kind: BookingMailKind,
  booking: MailedBooking,
  { translation: { labels }, salon: { business } }: MailContext,
  { format, cancelUntil }: { format: Formatters; cancelUntil: Date | null },
): Row[] {
  return [
    [labels.reason, kind === 'booking_cancelled' ? messageOfSalon(booking) : ''],
    [labels.services, serviceNames(booking, format).join(', ')],
    [labels.professional, professionalNames(booking)],
    [labels.day, format.day(booking.startsAt)],
    [labels.time, format.span(booking.startsAt, booking.endsAt)],
    [labels.place, takesPlace(kind) ? addressLine(business) : ''],
    [labels.code, booking.code],
    [labels.series[kind] ?? '', seriesOf(booking, format)],
    [labels.cancelUntil, cancelUntil ? format.when(cancelUntil) : ''],
  ]
}

/** Until when it can still be cancelled; null: until its start, or no more. */
const cancelUntilOf = (terms: CancellationTerms | null, now: Date): Date | null =>
  terms?.until && terms.until > now ? terms.until : null

const refundNotes = (booking: Booking, { refundDelay }: Translation): string[] =>
  (refundedCents(booking) ?? 0) > 0 ? [refundDelay] : []

const seriesOf = ({ series = [] }: MailedBooking, format: Formatters): string =>
  series.map(({ startsAt, code }) => `${format.when(new Date(startsAt))} (${code})`).join('; ')

/**
 * Why the salon cancelled. Nobody else's reason is mailed: a visitor who books with another person's
 * address could write to that person.
 */
const messageOfSalon = ({ cancellation }: Booking): string =>
  cancellation?.by === 'business' ? (cancellation.reason ?? '') : ''

/** Where the booking can be paid, changed or made again: the salon's own pages, if it has them. */
function buttonsOf(
  kind: BookingMailKind,
  booking: Booking,
  { translation: { buttons }, salon, pages }: MailContext,
  format: Formatters,
): Button[] {
  if (pages === null) return []
  if (!takesPlace(kind)) return [{ label: buttons.bookAgain, url: pages.booking }]
  const url = pages.manage(booking.code)
  const dueCents = booking.paymentRequired ? bookingDueNowCents(booking, salon.settings) : 0
  const pay = { label: buttons.pay(format.money(dueCents, booking.currency)), url }
  return [...(dueCents > 0 ? [pay] : []), { label: buttons.manage, url }]
}
