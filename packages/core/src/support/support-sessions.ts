import { type Listener, staffSessionQueries, supportQueries, type TenantDb } from '@silla/db'
import { fail } from '@silla/errors'
import { openLookUpCache, type Principal } from '@silla/tenants'
import { supportPermissions } from '../model/permissions.ts'
import type { SupportIdentity } from '../request-context.ts'
import { hashSessionToken } from '../staff/session-token.ts'
import { businessOfSupportToken } from './support-token.ts'

/** Support of the platform that makes a request, for the salon that has let it in. */
export interface SupportPrincipal extends Principal {
  kind: 'support'
  support: SupportIdentity
}

/** Finds the accesses of tokens, as `StaffSessions` finds sessions. */
export interface SupportSessions {
  /** @throws SESSION_ENDED when there is no such access, or it has ended */
  resolve(token: string): Promise<SupportPrincipal>
  /** The same from the cache; undefined: a look-up is needed. */
  cached(token: string): SupportPrincipal | undefined
  /** The business of an access that is cached. */
  businessOf(token: string): string | undefined
  /** Whether a look-up is running that `resolve` would join. */
  isLookingUp(token: string): boolean
}

/**
 * Results are cached for a second at most, and dropped when anything about staff or support changes: an
 * access that has ended is refused at once in every process, and within a second even when the notification
 * is lost. Its 60 minutes are compared with the clock in each request.
 */
export function openSupportSessions({
  tenantDb,
  listener,
  clock,
}: {
  tenantDb: (businessId: string) => TenantDb
  listener: Listener
  /** Milliseconds since 1970. */
  clock: () => number
}): SupportSessions {
  const cache = openLookUpCache(findAccess)
  for (const channel of ['silla_staff', 'silla_keys'] as const) listener.on(channel, cache.clear)
  listener.onGap(cache.clear)

  return {
    resolve: async (token) => valid(await cache.resolve(token, clock())),
    cached(token) {
      const found = cache.cached(token, clock())
      if (found !== undefined) return valid(found)
      if (businessOfSupportToken(token) === null) fail('SESSION_ENDED')
      return undefined
    },
    businessOf: (token) => cache.cached(token, clock())?.principal.businessId,
    isLookingUp: (token) => cache.isLookingUp(token, clock()),
  }

  async function findAccess(token: string): Promise<FoundAccess | null> {
    const businessId = businessOfSupportToken(token) ?? fail('SESSION_ENDED')
    const [[business], [access]] = await tenantDb(businessId).batch((tx) => [
      staffSessionQueries.findStaffBusiness(tx),
      supportQueries.findEnteredSupport(tx, hashSessionToken(token)),
    ])
    return business && access ? foundAccess(business, access) : null
  }

  function valid(found: FoundAccess | null): SupportPrincipal {
    if (found === null || clock() >= found.expiresAt) fail('SESSION_ENDED')
    return found.principal
  }
}

interface FoundAccess {
  principal: SupportPrincipal
  /** Milliseconds since 1970. */
  expiresAt: number
}

const foundAccess = (
  business: staffSessionQueries.StaffBusiness,
  { id, requestedBy, canWrite, expiresAt }: supportQueries.EnteredSupportAccess,
): FoundAccess => ({
  principal: {
    ...business,
    kind: 'support',
    keyId: `support ${id}`,
    name: requestedBy,
    origins: [],
    forPage: false,
    support: { kind: 'support', supportId: id, permissions: supportPermissions, canWrite },
  },
  expiresAt: expiresAt.getTime(),
})
