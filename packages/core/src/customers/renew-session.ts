import { sessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import type { RequestContext } from '../request-context.ts'
import { later } from './challenge.ts'
import {
  addRefreshToken,
  type OpenSession,
  refreshTokenHash,
  type SignedIn,
  signedIn,
} from './session.ts'

/** Within this time a second use is taken for another tab of the same browser, not for theft. */
const reuseGraceSeconds = 10

/**
 * Exchanges a refresh token for a new pair of tokens; it can be used once (D11). If it is used
 * again after the grace period, it was copied, so the whole session is ended.
 */
export async function renewSession(
  context: RequestContext,
  credentials: Credentials,
  input: { refreshToken: string },
): Promise<SignedIn> {
  const now = context.realClock.now()
  const outcome = await context.tenant.db.transaction(
    async (tx): Promise<OpenSession | 'INVALID_TOKEN' | 'TOKEN_EXPIRED'> => {
      const [token] = await sessionQueries.lockRefreshToken(
        tx,
        refreshTokenHash(input.refreshToken),
      )
      if (!token || token.endedAt) return 'INVALID_TOKEN'
      if (token.rotatedAt) {
        if (now > later(token.rotatedAt, reuseGraceSeconds))
          await sessionQueries.updateSessionEnded(tx, { id: token.sessionId, now })
        return 'INVALID_TOKEN'
      }
      if (token.expiresAt <= now) return 'TOKEN_EXPIRED'
      await sessionQueries.updateTokenRotated(tx, { id: token.id, now })
      return {
        sessionId: token.sessionId,
        signedInAt: token.signedInAt,
        refreshToken: await addRefreshToken(tx, token.sessionId, now),
        customer: { id: token.customerId, name: token.name, email: token.email },
      }
    },
  )
  // thrown after the commit, so that the end of a session is not rolled back
  return typeof outcome === 'string'
    ? fail(outcome)
    : signedIn(context, credentials, outcome, false)
}
