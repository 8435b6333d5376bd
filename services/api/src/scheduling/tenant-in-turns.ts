import type { Clock, Tenant, Tenants } from '@silla/core'
import type { Principal } from '@silla/tenants'
import type { Turns } from './turns.ts'

/**
 * The tenant of a request. Requests that wait for the same response of the database, such as the
 * load of a catalogue or a read of busy time, would continue together; they continue in turns.
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
    async busySpans(...query) {
      const busy = await tenant.busySpans(...query)
      await turns.next(businessId)
      return busy
    },
    async busySpansOfGroup(...query) {
      const busy = await tenant.busySpansOfGroup(...query)
      await turns.next(businessId)
      return busy
    },
  }
}
