import type { Booking, Catalog } from '@silla/core'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { placeOf } from './booking-email.ts'
import { formattersFor } from './formatters.ts'
import type { Translation } from './translations/translation.ts'

/**
 * A visit as an iCalendar text. Its name stays the same for good and its number is the booking's
 * version, so that a later letter changes the entry of an earlier one or takes it out, and an
 * earlier one that arrives late changes nothing.
 */
export function calendarEvent(
  booking: Booking,
  entry: { method: 'REQUEST' | 'CANCEL'; status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' },
  { salon, words, organizer }: { salon: Catalog; words: Translation; organizer: string },
): string {
  const spoken = formattersFor(words, salon, booking.timezone)
  const { business } = salon
  const services = booking.lines.map((line) => spoken.text(line.name)).join(', ')
  const calendar = ical({
    prodId: { company: 'Silla', product: 'bookings' },
    method: ICalCalendarMethod[entry.method],
  })
  calendar.createEvent({
    id: `booking-${booking.id}@${business.id}.silla`,
    sequence: booking.version,
    stamp: booking.updatedAt,
    start: booking.startsAt,
    end: booking.endsAt,
    summary: `${services} · ${business.name}`,
    description: `${words.labels.professional}: ${booking.professional.name}\n${words.labels.code}: ${booking.code}`,
    location: placeOf(business),
    status: ICalEventStatus[entry.status],
    organizer: { name: business.name, email: business.email || organizer },
    attendees: [
      {
        name: booking.contact.name,
        email: booking.contact.email,
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  })
  return calendar.toString()
}
