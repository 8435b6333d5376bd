import { hash, randomBytes } from 'node:crypto'

/**
 * Generates the token in an address that gives access by itself: 32 characters of base32, which are 160
 * random bits. Only its hash is stored, so the address must be given to the salon now.
 */
export function newAddressToken(): string {
  let token = ''
  for (const byte of randomBytes(tokenLength)) token += alphabet.charAt(byte & 31)
  return token
}

/** The SHA-256 that a token is stored as. */
export const hashAddressToken = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Whether a text has the form of a token; any other text gives access to nothing. */
export const isAddressToken = (text: string): boolean => tokenShape.test(text)

const tokenLength = 32
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const tokenShape = /^[a-z2-7]{32}$/
