import { type Code, fail } from '@silla/errors'

const length = 10

/**
 * The code as the books keep it: ten characters of Crockford's base32 in capitals; lookalikes read as what was meant.
 * Null for anything else (D10).
 */
export function readBookingCode(written: string): string | null {
  if (!/^[0-9A-Za-z]+$/.test(written) || written.length !== length) return null
  const code = written.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
  return code.includes('U') ? null : code
}

/** A code shown as proof; null when none was. One that cannot be a code proves nothing: what it was to open is not found (D9). */
export const readProof = (written: string | undefined, notFound: Code = 'BOOKING_NOT_FOUND'): string | null =>
  written === undefined || written === '' ? null : (readBookingCode(written) ?? fail(notFound))
