import { hash, randomBytes } from 'node:crypto'

/**
 * A token of a staff session (D62): the id of the business, a dot and 256 random bits. The id says where
 * the session is stored, so that nothing has to be looked up in all salons.
 */
export const newSessionToken = (businessId: string): string =>
  `${businessId}.${randomBytes(32).toString('base64url')}`

/** The business that a token names; null: it is no token of a session. */
export const businessOfToken = (token: string): string | null =>
  tokenShape.test(token) ? token.slice(0, businessIdLength) : null

/** The SHA-256 that a token is stored as. 256 random bits need no salt and no slow hash. */
export const hashSessionToken = (token: string): Buffer => hash('sha256', token, 'buffer')

const businessIdLength = 36
const tokenShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]{43}$/
