import type { SigningKey } from '@silla/core'

/**
 * Parses JWT_PRIVATE_KEYS; null when it is not a list of private Ed25519 keys with distinct key
 * ids.
 */
export function readSigningKeys(text: string): SigningKey[] | null {
  const keys = parse(text)
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isSigningKey)) return null
  return new Set(keys.map(({ kid }) => kid)).size === keys.length ? keys : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isSigningKey(key: unknown): key is SigningKey {
  const { kty, crv, kid, d, x } = (key ?? {}) as Partial<SigningKey>
  return (
    kty === 'OKP' &&
    crv === 'Ed25519' &&
    [kid, d, x].every((part) => typeof part === 'string' && part !== '')
  )
}
