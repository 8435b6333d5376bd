import { randomInt } from 'node:crypto'

const length = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits in Crockford's base32, which avoids characters that look alike (D10). */
export const newBookingCode = (): string => fiveCharacters() + fiveCharacters()

/** 25 bits: `randomInt` gives at most 48, from bytes that Node fetches for many calls at once. */
function fiveCharacters(): string {
  let bits = randomInt(2 ** 25)
  let text = ''
  for (let character = 0; character < length / 2; character++, bits >>= 5)
    text += alphabet[bits & 31]
  return text
}

/**
 * The code as it is stored: ten characters of Crockford's base32 in upper case. I and L are read as
 * 1, and O as 0. Null for any other text (D10).
 */
export function parseBookingCode(text: string): string | null {
  if (!/^[0-9A-Za-z]+$/.test(text) || text.length !== length) return null
  const code = text.toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')
  return code.includes('U') ? null : code
}
