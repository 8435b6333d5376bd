import { randomUUID } from 'node:crypto'
import { fail } from '@silla/errors'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

/**
 * What a customer shows with each request: short-lived, signed by us, good in one business only
 * (D11).
 */
export interface AccessTokens {
  issue(access: Access, now: Date): Promise<string>
  /** @throws INVALID_TOKEN, also for another business's token; TOKEN_EXPIRED */
  read(token: string, businessId: string, now: Date): Promise<Access>
}

export interface Access {
  businessId: string
  customerId: number
  sessionId: number
  /** When the customer last proved who they are; renewing does not count. */
  authenticatedAt: Date
  /** This very token was given for a code; a renewed one was not. */
  byCode: boolean
}

/** A private key of the kind OKP / Ed25519, with its `kid`. */
export type SigningKey = JWK & { kid: string }

export const accessTokenSeconds = 15 * 60

const issuer = 'silla'
const algorithm = 'EdDSA'

/**
 * @param keys the first one signs; the others are still believed, so that keys can be changed
 *   without signing anybody out
 */
export async function openAccessTokens(keys: readonly SigningKey[]): Promise<AccessTokens> {
  const [first] = keys
  if (!first) throw new Error('there is no key to sign access tokens with')
  // the command line and the worker carry this module along and never see a token
  const jose = await import('jose')
  const signingKey = await jose.importJWK(first, algorithm)
  const believed = new Map(await Promise.all(keys.map((key) => publicKey(jose, key))))
  // A signature that was right stays right; the claims of time and business are looked at each
  // time.
  const read = new LRUCache<string, Signed>({ max: 10_000 })

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
      let signed = read.get(token)
      if (signed === undefined) {
        signed = await verified(jose, token, believed)
        read.set(token, signed)
      }
      if (signed.access.businessId !== businessId) fail('INVALID_TOKEN')
      if (seconds(now) >= signed.expiresAtSeconds) fail('TOKEN_EXPIRED')
      return signed.access
    },
  }
}

interface Signed {
  access: Access
  expiresAtSeconds: number
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

type Jose = typeof import('jose')

async function publicKey(jose: Jose, key: SigningKey): Promise<[string, CryptoKey | Uint8Array]> {
  const { d: _secret, key_ops: _uses, ...half } = key
  return [key.kid, await jose.importJWK(half, algorithm)]
}

/**
 * Everything about a token that does not change with time. The clock is ours, so the library is
 * told a moment at which nothing has expired.
 */
async function verified(
  jose: Jose,
  token: string,
  believed: ReadonlyMap<string, CryptoKey | Uint8Array>,
): Promise<Signed> {
  if (token.length > longestToken) fail('INVALID_TOKEN')
  try {
    const { payload } = await jose.jwtVerify(
      token,
      ({ kid }) => believed.get(kid ?? '') ?? fail('INVALID_TOKEN'),
      {
        algorithms: [algorithm],
        issuer,
        requiredClaims: ['aud', 'sub', 'iat', 'exp', 'jti', 'auth_time', 'sid'],
        currentDate: new Date(0),
      },
    )
    return { access: accessOf(payload), expiresAtSeconds: payload.exp ?? 0 }
  } catch (cause) {
    if (cause instanceof jose.errors.JOSEError) fail('INVALID_TOKEN', { cause })
    throw cause
  }
}

const longestToken = 2048

function accessOf(claims: Record<string, unknown>): Access {
  return {
    businessId: String(claims.aud),
    customerId: Number(claims.sub),
    sessionId: Number(claims.sid),
    authenticatedAt: new Date(Number(claims.auth_time) * 1000),
    byCode: Array.isArray(claims.amr) && claims.amr.includes('otp'),
  }
}
