import type { BookingRecord } from './booking-record.ts'
import { table } from './table.ts'

/** A line for each booking, in the order given; few columns, so that they fit a narrow terminal. */
export function bookingTable(bookings: readonly BookingRecord[]): string {
  const rows = bookings.map((booking) => [
    booking.code,
    booking.day,
    booking.time,
    booking.professional.name,
    booking.contact.name,
    booking.services.map(({ name }) => name).join(', '),
    booking.state,
  ])
  return table(['Code', 'Day', 'Time', 'Professional', 'Customer', 'Services', 'State'], rows)
}
