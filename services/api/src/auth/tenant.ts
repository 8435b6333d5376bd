import type { RequestContext, StaffSessions, SupportSessions } from '@silla/core'
import { Refusal } from '@silla/errors'
import type { ApiKeyCache, Principal } from '@silla/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Turns } from '../scheduling/turns.ts'
import { assertOwnSession, supportTokenOf } from '../staff/session-credential.ts'
import { refusalOfKeyInUrl } from './key-in-url.ts'

export interface TenantParts {
  apiKeys: ApiKeyCache
  staffSessions: StaffSessions
  supportSessions: SupportSessions
  /** The origin of the pages for staff. */
  staffUrl: string | null
  limits: RateLimits
  turns: Turns
  contextOf: (principal: Principal) => RequestContext
}

/**
 * Authenticates the API key, the session of a member of staff (D62) or the access of support (D66), applies rate limits (D27) and
 * sets the request context, through which a request can reach only this business's data. What is cached
 * is handled without a promise, because nearly every key and session is.
 */
export function addTenant(
  app: FastifyInstance,
  { apiKeys, staffSessions, supportSessions, staffUrl, limits, turns, contextOf }: TenantParts,
): void {
  decorateCalls(app, limits)

  app.addHook('onRequest', (request, reply, done) => {
    const pending = authenticate(request, reply)
    if (pending === undefined) done()
    else pending.then(() => done(), done)
  })

  function authenticate(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const key = request.headers['x-api-key'] as string | undefined
    const refusalOfKey = key === undefined ? refusalOfKeyInUrl(request.raw) : undefined
    if (refusalOfKey !== undefined) return rejectKey(request, reply, refusalOfKey)
    const { sessionToken } = request
    if (sessionToken === null) return resolveCredential(request, reply, apiKeys, key)
    if (supportTokenOf(request) !== null)
      return resolveCredential(request, reply, supportSessions, sessionToken)
    assertOwnSession(request, sessionToken, staffUrl)
    return resolveCredential(request, reply, staffSessions, sessionToken)
  }

  function resolveCredential<Credential extends string | undefined>(
    request: FastifyRequest,
    reply: FastifyReply,
    known: Credentials<Credential>,
    credential: Credential,
  ): void | Promise<void> {
    let principal: Principal | undefined
    try {
      principal = known.cached(credential)
    } catch (refusal) {
      return rejectKey(request, reply, refusal)
    }
    return principal === undefined
      ? lookUp(request, reply, known, credential)
      : accept(request, reply, principal)
  }

  async function rejectKey(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: unknown,
  ): Promise<never> {
    await limits.takeKeyAttempt(request, reply)
    throw refusal
  }

  /**
   * An unknown key counts as a failed attempt before it is looked up. The attempt is returned when
   * the key is valid, and when the lookup fails for another reason. A key that was valid, and one
   * that is being looked up, count only if they turn out to be invalid: failed attempts of others
   * at the same address must not keep out a client with a valid key.
   */
  async function lookUp<Credential extends string | undefined>(
    request: FastifyRequest,
    reply: FastifyReply,
    known: Credentials<Credential>,
    credential: Credential,
  ): Promise<void> {
    const isGuess = !(credential !== undefined && isTrusted(known, credential))
    if (isGuess) await limits.takeKeyAttempt(request, reply)
    let principal: Principal
    try {
      principal = await known.resolve(credential)
      // all requests that waited for this look-up continue now
      await turns.next(principal.businessId)
    } catch (error) {
      const isInvalid = error instanceof Refusal && error.status === 401
      if (isInvalid && !isGuess) await limits.takeKeyAttempt(request, reply)
      if (!isInvalid && isGuess) await limits.returnKeyAttempt(request)
      throw error
    }
    if (isGuess) await limits.returnKeyAttempt(request)
    await accept(request, reply, principal)
  }

  function accept(
    request: FastifyRequest,
    reply: FastifyReply,
    principal: Principal,
  ): void | Promise<void> {
    request.principal = principal
    request.context = contextOf(principal)
    return limits.request(request, reply, principal)
  }
}

/** What operations read of a request once it is known for which business it acts. */
export function decorateCalls(app: FastifyInstance, limits: RateLimits): void {
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
}

/** API keys, or tokens of sessions and of support. */
interface Credentials<Credential> {
  cached(credential: Credential): Principal | undefined
  resolve(credential: Credential): Promise<Principal>
  businessOf(credential: string): string | undefined
  isLookingUp(credential: string): boolean
}

const isTrusted = (known: Credentials<never>, credential: string): boolean =>
  known.businessOf(credential) !== undefined || known.isLookingUp(credential)
