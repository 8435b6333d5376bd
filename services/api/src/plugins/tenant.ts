import type { Caller, Clock, Identity, Tenant } from '@silla/core'
import type { KeyHolder, KeyRing } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'

export interface TenantParts {
  keyRing: KeyRing
  tenantOf(businessId: string, slug: string): Tenant
  clock: Clock
}

/** From the key to the caller. From here on a request can reach nothing but this business's data. */
export function addTenant(app: FastifyInstance, { keyRing, tenantOf, clock }: TenantParts): void {
  app.decorateRequest('keyHolder', null as never)
  app.decorateRequest('caller', null as never)

  app.addHook('onRequest', async (request) => {
    const holder = await keyRing.holderOf(request.headers['x-api-key'] as string | undefined)
    request.keyHolder = holder
    request.caller = callerOf(holder)
  })

  // The key ring hands out the same holder for a while, and its caller never changes.
  const callers = new WeakMap<KeyHolder, Caller>()

  function callerOf(holder: KeyHolder): Caller {
    let caller = callers.get(holder)
    if (caller === undefined) {
      caller = { tenant: tenantOf(holder.businessId, holder.slug), identity: identityOf[holder.kind], clock }
      callers.set(holder, caller)
    }
    return caller
  }
}

/** A secret key alone is the business itself; a publishable one says nothing about who holds it (D9). */
const identityOf: Record<KeyHolder['kind'], Identity> = {
  secret: { kind: 'business' },
  publishable: { kind: 'visitor' },
}
