import type { Clock, Tenant, Tenants } from '@silla/core'
import type { Principal } from '@silla/tenants'
import type { Turns } from './turns.ts'

/**
 * The tenant of a request. All requests that wait for the same load or check of a catalogue would
 * continue together; they continue in turns.
 */
export function tenantInTurns(
  tenants: Tenants,
  { businessId, slug }: Principal,
  { turns, clock }: { turns: Turns; clock: Clock },
): Tenant {
  const tenant = tenants.tenant(businessId, slug)
  return {
    ...tenant,
    async catalog() {
      const fresh = tenants.freshCatalog(businessId, clock.now().getTime())
      if (fresh !== undefined) return fresh
      const catalog = await tenant.catalog()
      await turns.next(businessId)
      return catalog
    },
  }
}
