import {
  type Listener,
  movedBusinessQueries,
  type Sql,
  staffSessionQueries,
  type TenantDb,
} from '@silla/db'
import { fail } from '@silla/errors'
import { openLookUpCache, type Principal } from '@silla/tenants'
import { effectivePermissions, permissionsAtDesk } from '../model/permissions.ts'
import type { StaffIdentity } from '../request-context.ts'
import { type SessionLimits, sessionLimits } from './session-limits.ts'
import { businessOfToken, hashSessionToken } from './session-token.ts'

/** A member of staff who makes a request, for their salon. */
export interface StaffPrincipal extends Principal {
  kind: 'staff'
  staff: StaffIdentity
  /** By which people recognize the session. */
  deviceName: string
}

/** Finds the sessions of tokens. Like the cache of API keys, it answers at once what is cached. */
export interface StaffSessions {
  /**
   * @throws SESSION_ENDED when there is no such session, or it has ended or expired; SESSION_LOCKED at a
   *   shared device until somebody enters their PIN (D64); BUSINESS_MOVED, with the origin in `Location`,
   *   when the salon is served elsewhere now
   */
  resolve(token: string): Promise<StaffPrincipal>
  /** The same from the cache; undefined: a look-up is needed. */
  cached(token: string): StaffPrincipal | undefined
  /** As `resolve`, but it is not a use of the session: one that nobody uses ends all the same. */
  check(token: string): Promise<StaffPrincipal>
  /** The business of a session that is cached. */
  businessOf(token: string): string | undefined
  /** Whether a look-up is running that `resolve` would join. */
  isLookingUp(token: string): boolean
  /** Waits until the last uses are written. */
  close(): Promise<void>
}

/**
 * Results are cached for a second at most, and dropped when a session of any salon ends or somebody's
 * rights change: every process refuses an ended session at once, and within a second even when the
 * notification is lost (D62).
 *
 * @param onError called when the last use of a session cannot be written; requests are not affected
 */
export function openStaffSessions({
  registry,
  tenantDb,
  listener,
  clock,
  onError,
}: {
  /** For sessions of a salon that is not here. */
  registry: Sql
  tenantDb: (businessId: string) => TenantDb
  listener: Listener
  /** Milliseconds since 1970. */
  clock: () => number
  onError: (error: unknown) => void
}): StaffSessions {
  const cache = openLookUpCache(findSession)
  const writes = new Set<Promise<void>>()
  for (const channel of ['silla_staff', 'silla_keys'] as const) listener.on(channel, cache.clear)
  listener.onGap(cache.clear)

  return {
    resolve: async (token) => used(await cache.resolve(token, clock()), clock()),
    check: async (token) => valid(await cache.resolve(token, clock()), clock()).principal,
    cached(token) {
      const now = clock()
      const found = cache.cached(token, now)
      if (found !== undefined) return used(found, now)
      if (businessOfToken(token) === null) fail('SESSION_ENDED')
      return undefined
    },
    businessOf: (token) => cache.cached(token, clock())?.principal.businessId,
    isLookingUp: (token) => cache.isLookingUp(token, clock()),
    close: async () => void (await Promise.all(writes)),
  }

  async function findSession(token: string): Promise<FoundSession | null> {
    const businessId = businessOfToken(token) ?? fail('SESSION_ENDED')
    const tokenHash = hashSessionToken(token)
    const [[business], [session]] = await tenantDb(businessId).batch((tx) => [
      staffSessionQueries.findStaffBusiness(tx),
      staffSessionQueries.findStaffSession(tx, tokenHash),
    ])
    if (business) return session ? foundSession(business, session) : null
    const location = await movedBusinessQueries.findMovedHash(registry, tokenHash)
    return location === null ? null : fail('BUSINESS_MOVED', { headers: { location } })
  }

  function valid(found: FoundSession | null, now: number): FoundSession {
    if (found === null || now >= found.expiresAt) fail('SESSION_ENDED')
    if (found.isLocked) fail('SESSION_LOCKED')
    if (now - found.lastSeenAt >= found.limits.idle)
      fail(found.principal.staff.device === 'desk' ? 'SESSION_LOCKED' : 'SESSION_ENDED')
    return found
  }

  function used(session: FoundSession | null, now: number): StaffPrincipal {
    const found = valid(session, now)
    if (now - found.lastSeenAt >= found.limits.seenInterval) recordSeen(found, now)
    return found.principal
  }

  function recordSeen(found: FoundSession, now: number): void {
    found.lastSeenAt = now
    const { businessId, staff } = found.principal
    const seen = {
      id: staff.sessionId,
      now: new Date(now),
      unlessSince: new Date(now - found.limits.seenInterval),
    }
    const write = tenantDb(businessId)
      .transaction(async (tx) => void (await staffSessionQueries.updateStaffSessionSeen(tx, seen)))
      .catch(onError)
      .finally(() => writes.delete(write))
    writes.add(write)
  }
}

interface FoundSession {
  principal: StaffPrincipal
  limits: SessionLimits
  /** Milliseconds since 1970, like the next. */
  expiresAt: number
  lastSeenAt: number
  isLocked: boolean
}

function foundSession(
  business: staffSessionQueries.StaffBusiness,
  session: staffSessionQueries.StaffSessionRow,
): FoundSession {
  const { staffId, sessionId, kind, passkeyAt, professionalId, name, deviceName } = session
  const own = effectivePermissions(
    session.role,
    session.permissionsAdded as never,
    session.permissionsRemoved as never,
  )
  return {
    principal: {
      ...business,
      kind: 'staff',
      keyId: `staff ${staffId}`,
      name,
      origins: [],
      forPage: false,
      deviceName,
      staff: {
        kind: 'staff',
        staffId,
        sessionId,
        permissions: kind === 'desk' ? permissionsAtDesk(own) : own,
        professionalId,
        passkeyAt,
        device: kind,
        isOwner: session.role === 'owner',
      },
    },
    limits: sessionLimits[kind],
    expiresAt: session.expiresAt.getTime(),
    lastSeenAt: session.lastSeenAt.getTime(),
    isLocked: session.lockedAt !== null,
  }
}
