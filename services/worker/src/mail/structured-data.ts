import type { Booking, Catalog } from '@silla/core'
import { wallClock } from '@silla/slots'
import type { Formatters } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import type { MailContext } from './mail-context.ts'

/**
 * A booking as the schema.org EventReservation that Gmail and Apple Mail read: they offer to add it
 * to the calendar, show where to change it, and mark it as cancelled. Apple names the code
 * `reservationId`, Gmail `reservationNumber`.
 */
export function eventReservation(
  booking: Booking,
  { salon, pages }: Pick<MailContext, 'salon' | 'pages'>,
  format: Formatters,
): object {
  const { code, contact, timezone, totalCents, currency } = booking
  const { business } = salon
  const manageUrl = pages?.manage(code)
  const isOpen = booking.state === 'pending' || booking.state === 'confirmed'
  const services = booking.lines.map((line) => format.text(line.name)).join(', ')
  return {
    '@context': 'http://schema.org',
    '@type': 'EventReservation',
    reservationNumber: code,
    reservationId: code,
    reservationStatus: `http://schema.org/${reservationStatus(booking)}`,
    underName: { '@type': 'Person', name: greetingName(contact.name) || contact.email },
    reservationFor: {
      '@type': 'Event',
      name: `${services} · ${business.name}`,
      startDate: withOffset(booking.startsAt, timezone),
      endDate: withOffset(booking.endsAt, timezone),
      location: locationOf(business),
      organizer: { '@type': 'Organization', name: business.name },
    },
    price: (totalCents / 100).toFixed(2),
    priceCurrency: currency,
    bookingTime: withOffset(booking.createdAt, timezone),
    modifiedTime: withOffset(booking.updatedAt, timezone),
    ...(manageUrl && { url: manageUrl }),
    ...(manageUrl &&
      isOpen && { modifyReservationUrl: manageUrl, cancelReservationUrl: manageUrl }),
  }
}

function reservationStatus({ state, paymentRequired, paymentId }: Booking): string {
  if (state === 'cancelled') return 'ReservationCancelled'
  if (state !== 'pending') return 'ReservationConfirmed'
  return paymentRequired && paymentId === null ? 'ReservationHold' : 'ReservationPending'
}

const locationOf = ({ name, phone, address }: Catalog['business']) => ({
  '@type': 'Place',
  name,
  ...(phone && { telephone: phone }),
  address: {
    '@type': 'PostalAddress',
    streetAddress: address.street,
    addressLocality: address.city,
    postalCode: address.postalCode,
    addressCountry: address.country,
  },
})

/** An instant as local time with its offset: `2030-03-04T10:00:00+01:00`. */
function withOffset(at: Date, timezone: string): string {
  const { day, minute } = wallClock(at, timezone)
  const atMinute = Math.floor(at.getTime() / 60_000)
  const offset = day * minutesPerDay + minute - atMinute
  const local = new Date((atMinute + offset) * 60_000).toISOString().slice(0, 16)
  const digits = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.abs(offset)
  return `${local}:00${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`
}

const minutesPerDay = 1440
