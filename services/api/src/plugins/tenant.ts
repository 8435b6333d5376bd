import type { Clock, Identity, RequestContext, Tenant } from '@silla/core'
import { Refusal } from '@silla/errors'
import type { ApiKeyCache, Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from './rate-limits.ts'

export interface TenantParts {
  apiKeys: ApiKeyCache
  limits: RateLimits
  tenantOf(businessId: string, slug: string): Tenant
  clock: Clock
}

/**
 * From the key to the caller, counted on the way (D27). From here on a request can reach nothing
 * but this business's data. A remembered key takes no detour through a promise, since nearly every
 * key is.
 */
export function addTenant(
  app: FastifyInstance,
  { apiKeys, limits, tenantOf, clock }: TenantParts,
): void {
  app.decorateRequest('principal', null as never)
  app.decorateRequest('context', null as never)
  app.decorateRequest('clientAddress', function (this: FastifyRequest) {
    return limits.clientAddress(this)
  })
  app.decorateReply('limitAccount', function (this: FastifyReply, kind, account) {
    return limits.account(this.request, this, kind, account)
  })
  app.decorateReply('limitWork', function (this: FastifyReply, work) {
    return limits.work(this.request, this, work)
  })

  app.addHook('onRequest', (request, reply, done) => {
    const entering = enter(request, reply)
    if (entering === undefined) done()
    else entering.then(() => done(), done)
  })

  function enter(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const key = request.headers['x-api-key'] as string | undefined
    let principal: Principal | undefined
    try {
      principal = apiKeys.cached(key)
    } catch (refusal) {
      return refuseKey(request, reply, refusal)
    }
    return principal === undefined ? lookUp(request, reply, key) : admit(request, reply, principal)
  }

  async function refuseKey(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: unknown,
  ): Promise<never> {
    await limits.unverifiedKey(request, reply)
    throw refusal
  }

  /**
   * Whoever tries keys pays for each before it costs a look-up; a right one costs nothing, nor does
   * a failure of ours.
   */
  async function lookUp(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string | undefined,
  ): Promise<void> {
    await limits.unverifiedKey(request, reply)
    let principal: Principal
    try {
      principal = await apiKeys.resolve(key)
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) await limits.verifiedKey(request)
      throw error
    }
    await limits.verifiedKey(request)
    await admit(request, reply, principal)
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
  ): void | Promise<void> {
    request.principal = principal
    request.context = contextOf(principal)
    return limits.request(request, reply, principal)
  }

  // The key ring hands out the same principal for a while, and its caller never changes.
  const contexts = new WeakMap<Principal, RequestContext>()

  function contextOf(principal: Principal): RequestContext {
    let context = contexts.get(principal)
    if (context === undefined) {
      context = {
        tenant: tenantOf(principal.businessId, principal.slug),
        identity: identityOf[principal.kind],
        clock,
      }
      contexts.set(principal, context)
    }
    return context
  }
}

/**
 * A secret key alone is the business itself; a publishable one says nothing about who holds it
 * (D9).
 */
const identityOf: Record<Principal['kind'], Identity> = {
  secret: { kind: 'business' },
  publishable: { kind: 'visitor' },
}
