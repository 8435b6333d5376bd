import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

/*
 * The key of an archive is known to the deployment that writes it and to the one that restores it, and to
 * nobody else. Secrets that are encrypted with SECRETS_KEY in the database are encrypted with it in the
 * archive, so that neither needs the other's SECRETS_KEY; and it authenticates the manifest, and by the
 * checksums in it all files.
 */

/** The keys that follow from ARCHIVE_KEY. */
export interface ArchiveKeys {
  /** @param purpose the same is required to unseal */
  seal(secret: string, purpose: string): string
  /** null: with another key, for another purpose, or modified */
  unseal(sealed: string, purpose: string): string | null
  /** In hexadecimal. */
  authenticate(manifest: Buffer): string
  isAuthentic(manifest: Buffer, code: string): boolean
}

/** @param key 32 random bytes */
export function openArchiveKeys(key: Buffer): ArchiveKeys {
  const derived = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `archive of a salon: ${use}`, 32))
  const [encryption, nonces, manifests] = [
    derived('secrets'),
    derived('nonces'),
    derived('manifest'),
  ]
  const codeOf = (manifest: Buffer) => createHmac('sha256', manifests).update(manifest).digest()
  return {
    seal(secret, purpose) {
      // derived from the secret: the same rows make the same archive, and no nonce is used for two secrets
      const nonce = createHmac('sha256', nonces)
        .update(JSON.stringify([purpose, secret]))
        .digest()
        .subarray(0, nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(purpose))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
    },
    unseal(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    authenticate: (manifest) => codeOf(manifest).toString('hex'),
    isAuthentic(manifest, code) {
      const given = Buffer.from(code, 'hex')
      return given.length === 32 && timingSafeEqual(given, codeOf(manifest))
    },
  }
}

const nonceBytes = 12
const tagBytes = 16
