import { Refusal } from '@silla/errors'
import { ProvisioningError } from '../provisioning/provisioning-error.ts'
import type { RequestContext } from '../request-context.ts'
import type { BookingDetail } from './booking.ts'
import { parseBookingCode } from './booking-code.ts'
import { findBookingByCode } from './find-booking-by-code.ts'
import { findBookingById } from './find-booking-by-id.ts'

/**
 * The salon's booking that somebody names by what they have at hand: its code, with spaces or
 * dashes as it was read out, or its number. Ten digits may be either: the code comes first.
 *
 * @throws ProvisioningError BOOKING_NOT_FOUND
 */
export async function findBooking(context: RequestContext, name: string): Promise<BookingDetail> {
  const written = name.replace(/[\s-]/g, '')
  const code = parseBookingCode(written)
  const bookingId = /^[1-9]\d{0,14}$/.test(written) ? Number(written) : null
  const found =
    (code && (await findBookingByCode(context, code).catch(orNone))) ??
    (bookingId && (await findBookingById(context, { bookingId, code: null }).catch(orNone)))
  if (found) return found
  throw new ProvisioningError('BOOKING_NOT_FOUND', `${context.tenant.slug} has no booking ${name}.`)
}

function orNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'BOOKING_NOT_FOUND') return null
  throw error
}
