import { mailQueries, type Tx } from '@silla/db'
import type { Booking } from '../model/booking.ts'

/**
 * Requests an e-mail about a booking, once for each kind (D30); a booking that is moved has another
 * reminder each time (D37).
 *
 * @param more what the e-mail contains beside the booking
 */
export const requestBookingMail = (
  tx: Tx,
  booking: Booking,
  mail: BookingMail,
  now: Date,
  more: Readonly<Record<string, unknown>> = {},
) =>
  mailQueries.requestMail(tx, {
    kind: `booking_${mail}`,
    to: booking.contact.email,
    language: booking.language,
    payload: { ...booking, ...more },
    cause: `booking:${booking.id}:${mail}${isRepeated[mail] && booking.reschedules > 0 ? `:${booking.reschedules}` : ''}`,
    now,
  })

export type BookingMail = 'confirmed' | 'rescheduled' | 'cancelled' | 'expired' | 'reminder'

/** Whether it is sent again after each reschedule. */
const isRepeated: Record<BookingMail, boolean> = {
  confirmed: false,
  rescheduled: true,
  cancelled: false,
  expired: false,
  reminder: true,
}
