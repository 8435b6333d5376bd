import { createHash, randomBytes } from 'node:crypto'
import { sessionQueries, type Tx } from '@silla/db'
import { accessTokenSeconds } from '../credentials/access-tokens.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { later } from './challenge.ts'

/** The tokens of a session that was opened or renewed. */
export interface SignedIn {
  accessToken: string
  refreshToken: string
  accessSeconds: number
  refreshSeconds: number
  customer: { id: number; name: string; email: string }
}

export interface OpenSession {
  sessionId: number
  signedInAt: Date
  refreshToken: string
  customer: SignedIn['customer']
}

const refreshTokenSeconds = 30 * 24 * 3600

/** Opens a session, one for each login, with its first refresh token. */
export async function openSession(
  tx: Tx,
  { id, name, email }: SignedIn['customer'],
  now: Date,
): Promise<OpenSession> {
  const [session] = await sessionQueries.insertSession(tx, { customerId: id, now })
  if (!session) throw new Error('a session was not written')
  const refreshToken = await addRefreshToken(tx, session.id, now)
  return { sessionId: session.id, signedInAt: now, refreshToken, customer: { id, name, email } }
}

/** A refresh token is 256 random bits; the database stores only its hash. */
export async function addRefreshToken(tx: Tx, sessionId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = later(now, refreshTokenSeconds)
  await sessionQueries.insertRefreshToken(tx, {
    sessionId,
    hash: refreshTokenHash(token),
    now,
    expiresAt,
  })
  return token
}

export const refreshTokenHash = (token: string): Buffer =>
  createHash('sha256').update(token).digest()

/** Issues the access token of a session. */
export async function signedIn(
  { tenant, realClock }: RequestContext,
  { accessTokens }: Credentials,
  { sessionId, signedInAt, refreshToken, customer }: OpenSession,
  byCode: boolean,
): Promise<SignedIn> {
  const access = {
    businessId: tenant.businessId,
    customerId: customer.id,
    sessionId,
    authenticatedAt: signedInAt,
    byCode,
  }
  return {
    accessToken: await accessTokens.issue(access, realClock.now()),
    refreshToken,
    accessSeconds: accessTokenSeconds,
    refreshSeconds: refreshTokenSeconds,
    customer,
  }
}
