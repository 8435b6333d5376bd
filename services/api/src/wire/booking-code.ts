import { readBookingCode } from '@silla/core'
import { fail } from '@silla/errors'

/** A code shown as proof; null when none was. One that cannot be a code proves nothing: BOOKING_NOT_FOUND (D9). */
export const readProof = (written: string | undefined): string | null =>
  written === undefined || written === '' ? null : (readBookingCode(written) ?? fail('BOOKING_NOT_FOUND'))
