import { staffQueries, staffSessionQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'
import { assertMayManage, lockStaffAs } from './acting-staff.ts'
import { staffIn } from './find-staff.ts'
import { sessionLimits } from './session-limits.ts'
import type { OwnSession } from './signed-in-person.ts'

/**
 * The sessions of a person of the salon that are open, the latest seen first (D62).
 *
 * @throws as `allow` without `staff.manage`; STAFF_NOT_FOUND; OWNER_REQUIRED for those of an owner when
 *   somebody else requests them
 */
export async function listMemberSessions(
  context: RequestContext,
  staffId: number,
): Promise<OwnSession[]> {
  allow(context, 'staff.manage')
  const { identity, realClock, tenant } = context
  const now = realClock.now()
  const callerId = identity.kind === 'staff' ? identity.staffId : null
  const [[person], [caller], sessions] = await tenant.db.batch((tx) => [
    staffQueries.findStaff(tx, staffId),
    staffQueries.findStaff(tx, callerId ?? staffId),
    staffSessionQueries.listStaffSessions(tx, openOf(staffId, now)),
  ])
  if (!person) fail('STAFF_NOT_FOUND')
  const isOwner = callerId === null || caller?.role === 'owner'
  if (person.role === 'owner' && !isOwner) fail('OWNER_REQUIRED')
  const ownId = identity.kind === 'staff' ? identity.sessionId : null
  return sessions.map((session) => ({ ...session, isCurrent: session.id === ownId }))
}

/** An open session, and whose it is. */
export interface SalonSession extends staffSessionQueries.ListedStaffSession {
  person: { id: number; name: string; email: string }
}

/**
 * One page of the open sessions of the salon, the latest seen first, and their number: for platform
 * staff.
 *
 * @param filter.staffId null: of everybody
 * @throws INSUFFICIENT_SCOPE for everybody else
 */
export async function listSalonSessions(
  context: RequestContext,
  { staffId, offset, limit }: { staffId: number | null; offset: number; limit: number },
): Promise<{ sessions: SalonSession[]; total: number }> {
  const { identity, realClock, tenant } = context
  if (identity.kind !== 'business' || !identity.isOperator) fail('INSUFFICIENT_SCOPE')
  const open = { ...openOf(staffId, realClock.now()), offset, limit }
  const [sessions, [counted]] = await tenant.db.batch((tx) => [
    staffSessionQueries.listSalonSessions(tx, open),
    staffSessionQueries.countSalonSessions(tx, open),
  ])
  return { sessions, total: counted?.count ?? 0 }
}

/**
 * Ends a session of a person of the salon, within a second in every process (D62).
 *
 * @throws STAFF_NOT_FOUND, OWNER_REQUIRED as the list; SESSION_NOT_FOUND when it is not theirs or has
 *   ended
 */
export async function endMemberSession(
  context: RequestContext,
  { staffId, sessionId }: { staffId: number; sessionId: number },
): Promise<{ id: number; endedAt: Date }> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const acting = await lockStaffAs(context, tx)
    assertMayManage(acting, [(await staffIn(tx, staffId)).role])
    const session = { id: sessionId, staffId, now }
    const [ended] = await staffSessionQueries.updateStaffSessionEnded(tx, session)
    if (!ended) fail('SESSION_NOT_FOUND')
    await staffSessionQueries.notifyStaffChanged(tx)
    return { id: sessionId, endedAt: now }
  })
}

/**
 * The same for all sessions of a person, the caller's own included.
 *
 * @returns how many have ended
 */
export async function endMemberSessions(
  context: RequestContext,
  staffId: number,
): Promise<{ ended: number }> {
  allow(context, 'staff.manage')
  const now = context.realClock.now()
  return context.tenant.db.transaction(async (tx) => {
    const acting = await lockStaffAs(context, tx)
    assertMayManage(acting, [(await staffIn(tx, staffId)).role])
    const open = await staffSessionQueries.listStaffSessions(tx, openOf(staffId, now))
    await staffSessionQueries.updateStaffSessionsEnded(tx, { staffId, now })
    await staffSessionQueries.notifyStaffChanged(tx)
    return { ended: open.length }
  })
}

const openOf = <Id extends number | null>(staffId: Id, now: Date) => ({
  staffId,
  now,
  personalSeenAfter: new Date(now.getTime() - sessionLimits.personal.idle),
})
