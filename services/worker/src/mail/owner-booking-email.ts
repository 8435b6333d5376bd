import { type Booking, customerWords, type MailKind, visitUrl } from '@silla/core'
import { professionalNames, serviceNames } from './booking-lines.ts'
import type { Content } from './content.ts'
import { customerQuote } from './customer-quote.ts'
import { type Formatters, formattersFor } from './formatters.ts'
import { listedName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'
import { phoneText } from './phone-text.ts'
import { type OwnerTexts, ownerTexts } from './translations/owner-texts.ts'

type OwnerBookingMailKind = Extract<MailKind, `owner_booking_${string}`>

/** In the email about a reschedule: when the visit was to start before. */
type MailedBooking = Booking & { movedFrom?: string }

/**
 * To the salon, about what a customer did to a booking (D30). Of what a guest typed it contains the
 * name, as far as it can be one, the phone number, which is digits, and what they wrote to the salon,
 * as a quote.
 */
export function ownerBookingEmail(
  kind: OwnerBookingMailKind,
  booking: MailedBooking,
  { translation, salon, staffUrl }: MailContext,
): Content {
  const texts = ownerTexts[translation.language]
  const format = formattersFor(translation, salon, booking.timezone)
  const { heading, subject, text } = messageOf(kind, booking, texts, format)
  const { labels } = translation
  return {
    subject: subject(format.when(booking.startsAt)),
    heading,
    name: salon.business.name,
    paragraphs: [text],
    details: [
      [
        labels.customer,
        listedName(booking.contact.name),
        customerQuote(customerWords(booking), texts, salon.settings),
      ],
      [texts.labels.phone, phoneText(booking.contact.phone)],
      [labels.services, serviceNames(booking, format).join(', ')],
      [labels.professional, professionalNames(booking)],
      [labels.day, format.day(booking.startsAt)],
      [labels.time, format.span(booking.startsAt, booking.endsAt)],
      [labels.total, format.money(booking.totalCents, booking.currency)],
      [labels.code, booking.code],
    ],
    ...(staffUrl !== null && {
      buttons: [{ label: texts.openVisit, url: visitUrl(staffUrl, booking.id) }],
    }),
  }
}

function messageOf(
  kind: OwnerBookingMailKind,
  { state, startsAt, expiresAt, movedFrom, cancellation }: MailedBooking,
  { created, rescheduled, cancelled, toBeConfirmed }: OwnerTexts,
  format: Formatters,
) {
  switch (kind) {
    case 'owner_booking_created':
      return state === 'pending' && expiresAt
        ? { ...created, text: toBeConfirmed(format.when(expiresAt)) }
        : created
    case 'owner_booking_rescheduled': {
      const before = movedFrom === undefined ? startsAt : new Date(movedFrom)
      return { ...rescheduled, text: rescheduled.text(format.when(before)) }
    }
    case 'owner_booking_cancelled':
      return {
        ...cancelled,
        text: cancellation?.by === 'system' ? cancelled.bySystem : cancelled.byCustomer,
      }
  }
}
