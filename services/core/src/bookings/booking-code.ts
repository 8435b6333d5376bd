import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits in Crockford's base32: ten characters that nobody misreads (D10). */
export const newBookingCode = (): string => Array.from(randomBytes(10), (byte) => alphabet[byte & 31]).join('')
