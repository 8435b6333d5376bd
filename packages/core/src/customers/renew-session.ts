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

/** Two tabs that renew at once are no thief. */
const twoTabsSeconds = 10

/**
 * A new pair for a refresh token, which is good for this once (D11). One that comes again after its
 * time was copied by somebody, and nobody knows which of the two is the customer: the whole family
 * ends.
 *
 * @throws INVALID_TOKEN; TOKEN_EXPIRED
 */
export async function renewSession(
  context: RequestContext,
  credentials: Credentials,
  input: { refreshToken: string },
): Promise<SignedIn> {
  const now = context.clock.now()
  const outcome = await context.tenant.db.transaction(
    async (tx): Promise<OpenSession | 'INVALID_TOKEN' | 'TOKEN_EXPIRED'> => {
      const [token] = await sessionQueries.lockRefreshToken(
        tx,
        refreshTokenHash(input.refreshToken),
      )
      if (!token || token.endedAt) return 'INVALID_TOKEN'
      if (token.rotatedAt) {
        if (now > later(token.rotatedAt, twoTabsSeconds))
          await sessionQueries.deleteSession(tx, { id: token.sessionId, now })
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
  // refused only now, so that the end of a family is kept
  return typeof outcome === 'string'
    ? fail(outcome)
    : signedIn(context, credentials, outcome, false)
}
