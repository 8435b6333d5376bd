import { randomBytes } from 'node:crypto'

const emails = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as Stripe makes them: `pi_` and 24 letters and digits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`

/** Letters and digits by chance; a slight bias does no harm here. */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => emails[byte % emails.length]).join('')
