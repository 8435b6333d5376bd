import { sessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import { refreshTokenHash } from './session.ts'

/**
 * Ends the session of the given refresh token and the session of the signed-in customer. A session
 * that has ended or never existed is not an error.
 */
export async function logOut(
  { tenant, identity, realClock }: RequestContext,
  input: { refreshToken: string | null },
): Promise<void> {
  const { refreshToken } = input
  if (refreshToken === null && identity.kind !== 'customer') fail('AUTHENTICATION_REQUIRED')
  const now = realClock.now()
  await tenant.db.transaction(async (tx) => {
    if (refreshToken !== null)
      await sessionQueries.updateSessionEndedByToken(tx, {
        hash: refreshTokenHash(refreshToken),
        now,
      })
    if (identity.kind === 'customer')
      await sessionQueries.updateSessionEnded(tx, { id: identity.sessionId, now })
  })
}
