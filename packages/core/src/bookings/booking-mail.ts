import { mailQueries, type Tx } from '@silla/db'
import type { Booking } from '../model/booking.ts'

/** Requests an e-mail about a booking, once for each kind (D30). */
export const requestBookingMail = (tx: Tx, booking: Booking, mail: BookingMail, now: Date) =>
  mailQueries.requestMail(tx, {
    kind: `booking_${mail}`,
    to: booking.contact.email,
    language: booking.language,
    payload: { ...booking },
    cause: `booking:${booking.id}:${mail}`,
    now,
  })

export type BookingMail = 'confirmed' | 'cancelled' | 'expired' | 'reminder'
