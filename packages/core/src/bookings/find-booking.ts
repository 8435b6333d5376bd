import { Refusal } from '@silla/errors'
import { ProvisioningProblem } from '../provisioning/provisioning-error.ts'
import type { Caller } from '../request-context.ts'
import type { BookingView } from './booking.ts'
import { bookingByCode } from './booking-by-code.ts'
import { bookingById } from './booking-by-id.ts'
import { readBookingCode } from './booking-code.ts'

/**
 * The salon's booking that somebody names by what they have at hand: its code, with spaces or dashes as it was read out, or its number.
 * Ten digits may be either: the code comes first.
 *
 * @throws ProvisioningProblem BOOKING_NOT_FOUND
 */
export async function bookingNamed(caller: Caller, name: string): Promise<BookingView> {
  const written = name.replace(/[\s-]/g, '')
  const code = readBookingCode(written)
  const bookingId = /^[1-9]\d{0,14}$/.test(written) ? Number(written) : null
  const found =
    (code && (await bookingByCode(caller, code).catch(orNone))) ??
    (bookingId && (await bookingById(caller, { bookingId, code: null }).catch(orNone)))
  if (found) return found
  throw new ProvisioningProblem('BOOKING_NOT_FOUND', `${caller.tenant.slug} has no booking ${name}.`)
}

function orNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'BOOKING_NOT_FOUND') return null
  throw error
}
