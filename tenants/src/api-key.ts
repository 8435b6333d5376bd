import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyKind = 'publishable' | 'secret'
export type KeyLabel = 'live' | 'test'

/**
 * Generates a key (D8): `silla_<pub|sec>_<live|test>_`, 27 random base62 characters (160 bits) and
 * a checksum of 6 characters. Only its hash is stored, so the text must be given to the operator
 * now.
 */
export function newApiKey(kind: KeyKind, label: KeyLabel): string {
  return withChecksum(`silla_${wordOf[kind]}_${label}_${randomCharacters(randomLength)}`)
}

/**
 * Parses a key's kind and label, or returns null if the text is not a key. It checks the format and
 * the checksum only, without a look-up.
 */
export function readApiKey(text: string): { kind: KeyKind; label: KeyLabel } | null {
  if (text.length !== keyLength) return null
  const [, word, label] = keyShape.exec(text) ?? []
  if (word === undefined || withChecksum(text.slice(0, -checksumLength)) !== text) return null
  return { kind: word === 'pub' ? 'publishable' : 'secret', label: label as KeyLabel }
}

/**
 * Appends the CRC-32 of the text in base62, so that a typo can be distinguished from an unknown key
 * without a look-up.
 */
export function withChecksum(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet.charAt(remainder % 62) + digits
    remainder = Math.floor(remainder / 62)
  }
  return text + digits
}

/** The SHA-256 that a key is stored as. 160 random bits need no salt and no slow hash. */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** The parts of a key that may be shown later: its prefix and its last four characters. */
export function visibleParts(text: string): { prefix: string; lastFour: string } {
  return { prefix: text.slice(0, -(randomLength + checksumLength)), lastFour: text.slice(-4) }
}

const wordOf: Record<KeyKind, string> = { publishable: 'pub', secret: 'sec' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 27
const checksumLength = 6
const keyShape = /^silla_(pub|sec)_(live|test)_[0-9A-Za-z]{33}$/
const keyLength = 'silla_pub_live_'.length + randomLength + checksumLength

function randomCharacters(count: number): string {
  let text = ''
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      // bytes above 247 are discarded: modulo 62 they would favour the first characters
      if (byte < 248 && text.length < count) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}
