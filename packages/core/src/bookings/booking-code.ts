import { randomBytes } from 'node:crypto'

const length = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits in Crockford's base32: ten characters that nobody misreads (D10). */
export const newBookingCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')

/**
 * The code as the books keep it: ten characters of Crockford's base32 in capitals; lookalikes read
 * as what was meant. Null for anything else (D10).
 */
export function parseBookingCode(written: string): string | null {
  if (!/^[0-9A-Za-z]+$/.test(written) || written.length !== length) return null
  const code = written.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
  return code.includes('U') ? null : code
}
