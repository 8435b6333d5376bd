import { type Booking, bookingUid } from '@silla/core'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { professionalNames, serviceNames } from './booking-lines.ts'
import { formattersFor } from './formatters.ts'
import { greetingName } from './guest-name.ts'
import { addressLine } from './layout.ts'
import type { MailContext } from './mail-context.ts'

/**
 * A booking as an iCalendar text. The UID never changes and the sequence is the booking's version:
 * a later email updates or removes the entry of an earlier one, and an earlier email that arrives
 * late changes nothing.
 */
export function calendarEvent(
  booking: Booking,
  entry: { method: 'REQUEST' | 'CANCEL'; status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' },
  { salon, translation, organizer, pages }: MailContext,
): string {
  const { labels } = translation
  const format = formattersFor(translation, salon, booking.timezone)
  const { business } = salon
  const services = booking.lines.map((line) => format.text(line.name)).join(', ')
  const timed = serviceNames(booking, format)
  const calendar = ical({
    prodId: { company: 'Silla', product: 'bookings' },
    method: ICalCalendarMethod[entry.method],
  })
  calendar.createEvent({
    id: bookingUid(business.id, booking.id),
    sequence: booking.version,
    stamp: booking.updatedAt,
    start: booking.startsAt,
    end: booking.endsAt,
    summary: `${services} · ${business.name}`,
    description: [
      ...(timed.join(', ') === services ? [] : timed),
      `${labels.professional}: ${professionalNames(booking)}`,
      `${labels.code}: ${booking.code}`,
    ].join('\n'),
    url: pages?.manage(booking.code) ?? null,
    location: addressLine(business),
    status: ICalEventStatus[entry.status],
    organizer: { name: parameterText(business.name), email: business.email || organizer },
    attendees: [
      {
        name: parameterText(greetingName(booking.contact.name) || booking.contact.email),
        email: booking.contact.email,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return calendar.toString()
}

/** A name as RFC 6868 writes it in a parameter, where the library escapes quotes by a backslash. */
const parameterText = (name: string): string =>
  name.replace(/[\^"]/g, (sign) => (sign === '^' ? '^^' : "^'"))
