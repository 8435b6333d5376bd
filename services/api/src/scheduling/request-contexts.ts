import {
  type Clock,
  type Identity,
  type MailLimits,
  type RequestContext,
  type StaffPrincipal,
  type SupportPrincipal,
  type Tenants,
  tenantClock,
} from '@silla/core'
import type { Principal } from '@silla/tenants'
import type { RecentBusinesses } from './recent-businesses.ts'
import { tenantInTurns } from './tenant-in-turns.ts'
import type { Turns } from './turns.ts'

/**
 * The context of the requests with an API key, a staff session or an access of support. Their caches return the same principal
 * object for a while, and its context never changes. When the clock of a business is set, the cache drops its
 * principals (D44).
 */
export function openRequestContexts(
  tenants: Tenants,
  {
    turns,
    recent,
    clock,
    mailLimits,
  }: { turns: Turns; recent: RecentBusinesses; clock: Clock; mailLimits: MailLimits },
): (principal: Principal) => RequestContext {
  const contexts = new WeakMap<Principal, RequestContext>()
  return (principal) => {
    recent.note(principal.businessId)
    let context = contexts.get(principal)
    if (context === undefined) {
      context = {
        tenant: tenantInTurns(tenants, principal, { turns, clock }),
        identity: identityOf(principal),
        clock: tenantClock(clock, principal.clockOffsetMilliseconds),
        realClock: clock,
        mailLimits,
      }
      contexts.set(principal, context)
    }
    return context
  }
}

/** A secret key alone acts as the business; a publishable key identifies nobody (D9). */
function identityOf(principal: Principal): Identity {
  if (isStaff(principal)) return principal.staff
  if (isSupport(principal)) return principal.support
  return { kind: principal.kind === 'secret' ? 'business' : 'visitor' }
}

const isSupport = (principal: Principal): principal is SupportPrincipal =>
  principal.kind === 'support'

const isStaff = (principal: Principal): principal is StaffPrincipal => principal.kind === 'staff'
