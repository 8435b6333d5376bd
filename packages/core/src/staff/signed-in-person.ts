import { staffSessionQueries, staffSignInQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { RequestContext } from '../request-context.ts'
import type { SigningStaff } from './members.ts'
import { sessionLimits } from './session-limits.ts'
import { endSession, signedInStaff } from './step-up.ts'

/** The person who is signed in. */
export async function findSignedIn(context: RequestContext): Promise<SigningStaff> {
  const { staffId } = signedInStaff(context)
  const [[person]] = await context.tenant.db.batch((tx) => [
    staffSignInQueries.findSigningStaff(tx, staffId),
  ])
  return person ?? fail('SESSION_ENDED')
}

/** A session of the person who is signed in, as they see it. */
export interface OwnSession extends staffSessionQueries.ListedStaffSession {
  isCurrent: boolean
}

/** The sessions of the person who is signed in, the latest seen first. */
export async function listOwnSessions(context: RequestContext): Promise<OwnSession[]> {
  const { staffId, sessionId } = signedInStaff(context)
  const now = context.realClock.now()
  const personalSeenAfter = new Date(now.getTime() - sessionLimits.personal.idle)
  const [sessions] = await context.tenant.db.batch((tx) => [
    staffSessionQueries.listStaffSessions(tx, { staffId, now, personalSeenAfter }),
  ])
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }))
}

/**
 * Ends a session of the person who is signed in.
 *
 * @param id null: the one that makes the request
 * @throws SESSION_NOT_FOUND when it is not theirs or has ended
 */
export async function endOwnSession(context: RequestContext, id: number | null): Promise<void> {
  const { staffId, sessionId } = signedInStaff(context)
  const now = context.realClock.now()
  await context.tenant.db.transaction(async (tx) => {
    if (id === null) return endSession(tx, { id: sessionId, staffId, now })
    const [ended] = await staffSessionQueries.updateStaffSessionEnded(tx, { id, staffId, now })
    if (!ended) fail('SESSION_NOT_FOUND')
    return staffSessionQueries.notifyStaffChanged(tx)
  })
}
