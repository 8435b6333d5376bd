import { fail, Refusal } from '@silla/errors'
import type { Caller } from '../caller.ts'
import type { BookingView } from './booking.ts'
import { bookingByCode } from './booking-by-code.ts'
import { bookingById } from './booking-by-id.ts'
import { readBookingCode } from './booking-code.ts'

/**
 * The salon's booking that somebody names by what they have at hand, its code or its number. Ten digits may be either: the code
 * comes first.
 *
 * @throws BOOKING_NOT_FOUND
 */
export async function bookingNamed(caller: Caller, name: string): Promise<BookingView> {
  const code = readBookingCode(name)
  const bookingId = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null
  if (code !== null) {
    const found = await bookingByCode(caller, code).catch(orNone)
    if (found !== null) return found
  }
  return bookingId === null ? fail('BOOKING_NOT_FOUND') : bookingById(caller, { bookingId, code: null })
}

function orNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'BOOKING_NOT_FOUND') return null
  throw error
}
