import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@silla/errors'
import type { StaffSecrets } from './staff-secrets.ts'

// A challenge is stored nowhere until it is answered, so that anybody may request any number of them:
// 16 random bytes, the second at which it expires, and a signature over both and what it is for.

/** @param purpose what it is for, and whose browser it was made for */
export function newChallenge(secrets: StaffSecrets, purpose: string, now: Date): string {
  const head = Buffer.alloc(headBytes)
  randomBytes(randomLength).copy(head)
  head.writeUIntBE(Math.floor(now.getTime() / 1000) + challengeSeconds, randomLength, 6)
  const signature = secrets.sign(signedText(purpose, head))
  return Buffer.concat([head, signature]).toString('base64url')
}

/** A challenge that came back. */
export interface ReadChallenge {
  /** By which the salon remembers that it was used. */
  hash: Buffer
  expiresAt: Date
}

/** @throws PASSKEY_REFUSED when it was not made for this purpose, or has expired */
export function readChallenge(
  secrets: StaffSecrets,
  purpose: string,
  challenge: string,
  now: Date,
): ReadChallenge {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, headBytes)
  if (bytes.length !== headBytes + 32) fail('PASSKEY_REFUSED')
  if (!secrets.isSignature(signedText(purpose, head), bytes.subarray(headBytes)))
    fail('PASSKEY_REFUSED')
  const expiresAt = new Date(head.readUIntBE(randomLength, 6) * 1000)
  if (expiresAt <= now) fail('PASSKEY_REFUSED')
  return { hash: createHash('sha256').update(bytes).digest(), expiresAt }
}

const signedText = (purpose: string, head: Buffer): string =>
  `challenge ${head.toString('base64url')} ${purpose}`

const challengeSeconds = 5 * 60
const randomLength = 16
const headBytes = randomLength + 6

/** The challenge in what a browser signed; '' in anything else. */
export function challengeOf(clientDataJson: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
