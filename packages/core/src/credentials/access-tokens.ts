import { randomUUID } from 'node:crypto'
import { fail } from '@silla/errors'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

/** Short-lived signed tokens that customers send with each request, valid in one business (D11). */
export interface AccessTokens {
  issue(access: Access, now: Date): Promise<string>
  /** @throws INVALID_TOKEN, also for another business's token; TOKEN_EXPIRED */
  read(token: string, businessId: string, now: Date): Promise<Access>
}

export interface Access {
  businessId: string
  customerId: number
  sessionId: number
  /** When the customer last signed in; renewing the session does not count. */
  authenticatedAt: Date
  /** Whether this token was issued for a code; false for a renewed one. */
  byCode: boolean
}

/** A private key of the kind OKP / Ed25519, with its `kid`. */
export type SigningKey = JWK & { kid: string }

export const accessTokenSeconds = 15 * 60

const issuer = 'silla'
const algorithm = 'EdDSA'

/**
 * @param keys the first one signs; the others are still accepted, so that keys can be rotated
 *   without ending sessions
 */
export async function openAccessTokens(keys: readonly SigningKey[]): Promise<AccessTokens> {
  const [first] = keys
  if (!first) throw new Error('there is no key to sign access tokens with')
  // loaded here because the command line and the worker import this module but use no tokens
  const jose = await import('jose')
  const signingKey = await jose.importJWK(first, algorithm)
  const publicKeys = new Map(await Promise.all(keys.map((key) => publicKey(jose, key))))
  // A valid signature stays valid, so it is verified once; expiry and business are checked each
  // time.
  const verifiedTokens = new LRUCache<string, Verified>({ max: 10_000 })

  return {
    issue: ({ businessId, customerId, sessionId, authenticatedAt, byCode }, now) =>
      new jose.SignJWT({
        auth_time: seconds(authenticatedAt),
        sid: sessionId,
        amr: byCode ? ['otp'] : [],
      })
        .setProtectedHeader({ alg: algorithm, kid: first.kid, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(businessId)
        .setSubject(String(customerId))
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + accessTokenSeconds)
        .setJti(randomUUID())
        .sign(signingKey),
    async read(token, businessId, now) {
      let verified = verifiedTokens.get(token)
      if (verified === undefined) {
        verified = await verify(jose, token, publicKeys)
        verifiedTokens.set(token, verified)
      }
      if (verified.access.businessId !== businessId) fail('INVALID_TOKEN')
      if (seconds(now) >= verified.expiresAtSeconds) fail('TOKEN_EXPIRED')
      return verified.access
    },
  }
}

interface Verified {
  access: Access
  expiresAtSeconds: number
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

type Jose = typeof import('jose')

async function publicKey(jose: Jose, key: SigningKey): Promise<[string, CryptoKey | Uint8Array]> {
  const { d: _secret, key_ops: _uses, ...publicPart } = key
  return [key.kid, await jose.importJWK(publicPart, algorithm)]
}

/**
 * Checks everything about a token that does not change with time. Expiry is checked with our own
 * clock, so the library gets a date at which no token has expired.
 */
async function verify(
  jose: Jose,
  token: string,
  publicKeys: ReadonlyMap<string, CryptoKey | Uint8Array>,
): Promise<Verified> {
  if (token.length > maxTokenLength) fail('INVALID_TOKEN')
  try {
    const { payload } = await jose.jwtVerify(
      token,
      ({ kid }) => publicKeys.get(kid ?? '') ?? fail('INVALID_TOKEN'),
      {
        algorithms: [algorithm],
        issuer,
        requiredClaims: ['aud', 'sub', 'iat', 'exp', 'jti', 'auth_time', 'sid'],
        currentDate: new Date(0),
      },
    )
    const access = accessOf(payload) ?? fail('INVALID_TOKEN')
    return { access, expiresAtSeconds: payload.exp ?? 0 }
  } catch (cause) {
    if (cause instanceof jose.errors.JOSEError) fail('INVALID_TOKEN', { cause })
    throw cause
  }
}

const maxTokenLength = 2048

/** Null for claims that `issue` never writes, such as those of another program with the same key. */
function accessOf({ aud, sub, sid, auth_time, amr }: Record<string, unknown>): Access | null {
  const customerId = typeof sub === 'string' && /^[1-9]\d*$/.test(sub) ? Number(sub) : null
  if (typeof aud !== 'string' || !isId(customerId) || !isId(sid)) return null
  const authenticatedAt = new Date(typeof auth_time === 'number' ? auth_time * 1000 : Number.NaN)
  if (Number.isNaN(authenticatedAt.getTime())) return null
  const byCode = Array.isArray(amr) && amr.includes('otp')
  return { businessId: aud, customerId, sessionId: sid, authenticatedAt, byCode }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0
