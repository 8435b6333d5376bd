import { createHash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The code of a demo salon's nth booking: always the same, so that filling it twice adds nothing
 * and docs can name one.
 */
export function demoBookingCode(slug: string, index: number): string {
  const digest = createHash('sha256').update(`${slug}/${index}`).digest()
  return Array.from(digest.subarray(0, 10), (byte) => alphabet[byte & 31]).join('')
}
