import type { Clock, Identity, RequestContext, Tenant } from '@silla/core'
import { Refusal } from '@silla/errors'
import type { ApiKeyCache, Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from './rate-limits.ts'

export interface TenantParts {
  keyRing: ApiKeyCache
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
  { keyRing, limits, tenantOf, clock }: TenantParts,
): void {
  app.decorateRequest('keyHolder', null as never)
  app.decorateRequest('caller', null as never)
  app.decorateRequest('askedFrom', function (this: FastifyRequest) {
    return limits.askedFrom(this)
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
    let holder: Principal | undefined
    try {
      holder = keyRing.rememberedHolder(key)
    } catch (refusal) {
      return refuseKey(request, reply, refusal)
    }
    return holder === undefined ? lookUp(request, reply, key) : admit(request, reply, holder)
  }

  async function refuseKey(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: unknown,
  ): Promise<never> {
    await limits.doubtfulKey(request, reply)
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
    await limits.doubtfulKey(request, reply)
    let holder: Principal
    try {
      holder = await keyRing.holderOf(key)
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 401)) await limits.clearKey(request)
      throw error
    }
    await limits.clearKey(request)
    await admit(request, reply, holder)
  }

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    holder: Principal,
  ): void | Promise<void> {
    request.keyHolder = holder
    request.caller = callerOf(holder)
    return limits.request(request, reply, holder)
  }

  // The key ring hands out the same holder for a while, and its caller never changes.
  const callers = new WeakMap<Principal, RequestContext>()

  function callerOf(holder: Principal): RequestContext {
    let context = callers.get(holder)
    if (context === undefined) {
      context = {
        tenant: tenantOf(holder.businessId, holder.slug),
        identity: identityOf[holder.kind],
        clock,
      }
      callers.set(holder, context)
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
