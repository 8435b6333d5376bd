import { sessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { Credentials } from '../credentials/credentials.ts'
import { refreshTokenHash } from '../credentials/refresh-token.ts'
import type { RequestContext } from '../request-context.ts'
import { later } from './challenge.ts'
import { addRefreshToken, type OpenSession, type SignedIn, signedIn } from './session.ts'

/** Two tabs that renew at once are no thief. */
const twoTabsSeconds = 10

/**
 * A new pair for a refresh token, which is good for this once (D11). One that comes again after its time was copied by somebody,
 * and nobody knows which of the two is the customer: the whole family ends.
 *
 * @throws INVALID_TOKEN; TOKEN_EXPIRED
 */
export async function renewSession(
  caller: RequestContext,
  credentials: Credentials,
  ask: { refreshToken: string },
): Promise<SignedIn> {
  const now = caller.clock.now()
  const outcome = await caller.tenant.door.transaction(
    async (tx): Promise<OpenSession | 'INVALID_TOKEN' | 'TOKEN_EXPIRED'> => {
      const [token] = await sessionQueries.lockRefreshToken(tx, refreshTokenHash(ask.refreshToken))
      if (!token || token.ended_at) return 'INVALID_TOKEN'
      if (token.rotated_at) {
        if (now > later(token.rotated_at, twoTabsSeconds))
          await sessionQueries.deleteSession(tx, { id: token.session_id, now })
        return 'INVALID_TOKEN'
      }
      if (token.expires_at <= now) return 'TOKEN_EXPIRED'
      await sessionQueries.updateTokenRotated(tx, { id: token.id, now })
      return {
        sessionId: token.session_id,
        signedInAt: token.signed_in_at,
        refreshToken: await addRefreshToken(tx, token.session_id, now),
        customer: { id: token.customer_id, name: token.name, email: token.email },
      }
    },
  )
  // refused only now, so that the end of a family is kept
  return typeof outcome === 'string' ? fail(outcome) : signedIn(caller, credentials, outcome, false)
}
