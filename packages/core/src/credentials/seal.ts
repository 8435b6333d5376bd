import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/*
 * Encrypts secrets that have to be stored and used again, with a key that is not in the database,
 * so that a copy of the database is not enough to read them. AES-256-GCM; a sealed secret is the
 * format version (one byte), the nonce, the authentication tag and the ciphertext. The nonce begins
 * with the id of the key; secrets that were sealed before 0.3.0 have random bytes there.
 */

/** The keys of stored secrets, 32 bytes each. */
export interface SecretsKeys {
  /** Secrets are sealed with this one. */
  current: Buffer
  /** It was current before the last rotation, and opens what was sealed then; null: none. */
  previous: Buffer | null
}

const formatVersion = 1
const keyIdBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/**
 * @param purpose `webhook:<endpoint>`; the same purpose is required to unseal the secret
 */
export function seal(secret: string, { current }: SecretsKeys, purpose: string): Buffer {
  const nonce = Buffer.concat([keyIdOf(current), randomBytes(nonceBytes - keyIdBytes)])
  const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(purpose))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), ciphertext])
}

/** @returns null when it was sealed with none of the keys, or for another purpose, or was modified */
export function unseal(sealed: Buffer, keys: SecretsKeys, purpose: string): string | null {
  const both = keys.previous === null ? [keys.current] : [keys.current, keys.previous]
  const named = both.filter((key) => isNamed(sealed, key))
  for (const key of named.length > 0 ? named : both) {
    const secret = open(sealed, key, purpose)
    if (secret !== null) return secret
  }
  return null
}

/** Whether a sealed secret names the current key, so that the previous one is not needed for it. */
export const isSealedWithCurrent = (sealed: Buffer, { current }: SecretsKeys): boolean =>
  isNamed(sealed, current)

const isNamed = (sealed: Buffer, key: Buffer): boolean =>
  sealed.subarray(1, 1 + keyIdBytes).equals(keyIdOf(key))

const keyIdOf = (key: Buffer): Buffer =>
  createHash('sha256').update(key).digest().subarray(0, keyIdBytes)

function open(sealed: Buffer, key: Buffer, purpose: string): string | null {
  if (sealed.length < headBytes || sealed[0] !== formatVersion) return null
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
