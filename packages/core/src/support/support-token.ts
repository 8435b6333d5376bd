import { businessOfToken, newSessionToken } from '../staff/session-token.ts'

const prefix = 'soporte.'

/** A token of support (D66): `soporte.`, and what a token of a staff session is. It is stored as its SHA-256. */
export const newSupportToken = (businessId: string): string => prefix + newSessionToken(businessId)

/** The business that a token of support names; null: it is none. */
export const businessOfSupportToken = (token: string): string | null =>
  token.startsWith(prefix) ? businessOfToken(token.slice(prefix.length)) : null
