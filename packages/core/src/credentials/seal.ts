import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/*
 * Encrypts secrets that have to be stored and used again, with a key that is not in the database,
 * so that a copy of the database is not enough to read them. AES-256-GCM; a sealed secret is the
 * format version (one byte), the nonce, the authentication tag and the ciphertext.
 */

const formatVersion = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/**
 * @param key 32 bytes
 * @param purpose `webhook:<endpoint>`; the same purpose is required to unseal the secret
 */
export function seal(secret: string, key: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(formatVersion), nonce, cipher.getAuthTag(), ciphertext])
}

/** @returns null when it was sealed with another key or purpose, or was modified */
export function unseal(sealed: Buffer, key: Buffer, purpose: string): string | null {
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
