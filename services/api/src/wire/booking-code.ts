import { parseBookingCode } from '@silla/core'
import { type Code, fail } from '@silla/errors'

/**
 * A code shown as proof; null when none was. One that cannot be a code proves nothing: what it was
 * to open is not found (D9).
 */
export const parseProof = (
  written: string | undefined,
  notFound: Code = 'BOOKING_NOT_FOUND',
): string | null =>
  written === undefined || written === '' ? null : (parseBookingCode(written) ?? fail(notFound))
