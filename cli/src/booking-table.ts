import type { BookingRecord } from './booking-record.ts'
import { money } from './money.ts'
import { safeText } from './safe-text.ts'
import { table } from './table.ts'

/** A line for each booking, in the order given. */
export function bookingTable(bookings: readonly BookingRecord[]): string {
  const rows = bookings.map((booking) => [
    String(booking.id),
    booking.code,
    `${booking.day} ${booking.time}`,
    booking.professional.name,
    safeText(booking.contact.name),
    booking.services.map(({ name }) => name).join(', '),
    money(booking.totalCents, booking.currency),
    booking.state,
  ])
  return table(['ID', 'Code', 'When', 'Professional', 'Customer', 'Services', 'Total', 'State'], rows)
}
