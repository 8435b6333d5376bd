import { Refusal } from '@silla/errors'
import { ProvisioningError } from '../business/provisioning-error.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { parseBookingCode } from './booking-code.ts'
import { findBookingByCode } from './find-booking-by-code.ts'
import { findBookingById } from './find-booking-by-id.ts'

/**
 * Finds a booking of the salon by its code, in which spaces and dashes are ignored, or by its id.
 * Ten digits can be either; the code takes precedence.
 *
 * @throws ProvisioningError BOOKING_NOT_FOUND
 */
export async function findBooking(
  context: RequestContext,
  codeOrId: string,
): Promise<BookingDetail> {
  const written = codeOrId.replace(/[\s-]/g, '')
  const code = parseBookingCode(written)
  const bookingId = /^[1-9]\d{0,14}$/.test(written) ? Number(written) : null
  const found =
    (code && (await findBookingByCode(context, code).catch(orNone))) ??
    (bookingId && (await findBookingById(context, { bookingId, code: null }).catch(orNone)))
  if (found) return found
  throw new ProvisioningError(
    'BOOKING_NOT_FOUND',
    `${context.tenant.slug} has no booking ${codeOrId}.`,
  )
}

function orNone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'BOOKING_NOT_FOUND') return null
  throw error
}
