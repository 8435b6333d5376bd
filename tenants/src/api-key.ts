import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type KeyKind = 'publishable' | 'secret'
export type KeyLabel = 'live' | 'test'

/**
 * A new key (D8): `silla_<pub|sec>_<live|test>_`, 27 random base62 characters (160 bits) and 6
 * characters of checksum. The text exists only here and in the hands of whoever asked; what is
 * stored is its hash.
 */
export function newApiKey(kind: KeyKind, label: KeyLabel): string {
  return withChecksum(`silla_${wordOf[kind]}_${label}_${randomCharacters(randomLength)}`)
}

/**
 * What a key says about itself, or null when it is no key at all: shape and checksum only, no
 * look-up.
 */
export function readApiKey(text: string): { kind: KeyKind; label: KeyLabel } | null {
  if (text.length !== keyLength) return null
  const [, word, label] = keyShape.exec(text) ?? []
  if (word === undefined || withChecksum(text.slice(0, -checksumLength)) !== text) return null
  return { kind: word === 'pub' ? 'publishable' : 'secret', label: label as KeyLabel }
}

/**
 * Closes a key's text with its CRC-32 in base62, so that a typo is told from an unknown key without
 * asking anybody.
 */
export function withChecksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return text + digits
}

/**
 * The SHA-256 under which a key is stored and found. 160 random bits need no salt and no slow hash.
 */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/**
 * The parts of a key that may be shown again: what it says about itself, and its last four
 * characters.
 */
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
      // bytes from 248 on are thrown away: taken modulo 62 they would favour the first characters
      if (byte < 248 && text.length < count) text += alphabet.charAt(byte % 62)
    }
  }
  return text
}
