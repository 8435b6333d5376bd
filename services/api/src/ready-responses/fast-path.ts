import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Catalog, Clock, Tenants } from '@silla/core'
import type { ApiKeyCache, Principal } from '@silla/tenants'
import type { Tracing } from '@silla/tracing'
import { type AdmissionRule, refusalOf } from '../auth/admission.ts'
import type { Admission, RateLimits } from '../limits/rate-limits.ts'
import type { LimitedKind } from '../limits/request-buckets.ts'
import type { RecentBusinesses } from '../scheduling/recent-businesses.ts'
import { isOrdinaryRequest } from './ordinary-request.ts'

export interface FastPathParts {
  apiKeys: ApiKeyCache
  tenants: Tenants
  limits: RateLimits
  rules: readonly AdmissionRule[]
  recent: RecentBusinesses
  clock: Clock
  tracing?: Tracing | undefined
}

/** The sender of an ordinary request that no rule rejects. */
export interface Caller {
  principal: Principal
  /** The copy that a route would use without a query. */
  catalog: Catalog
  /** Real time. */
  now: Date
}

/** A kind of requests that are handled without the router. */
export interface FastRequests<Found extends { limit: LimitedKind | undefined }> {
  /** The pattern of the URL, for traces. */
  routeOf(found: Found): string
  /** What the request is for, and the rate limit of its route; null: the router handles it. */
  find(request: IncomingMessage, caller: Caller): Found | null
  /** Handles a request that was counted; it sends a response in any case. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    read: { found: Found; caller: Caller; admission: Admission | null },
  ): void
}

export interface FastPathHandler {
  /** A listener that handles the requests that are found, and passes all others on to `route`. */
  listener(route: RequestListener): RequestListener
  /** From now on every request is routed: Fastify ends connections while the server closes. */
  close(): void
}

/**
 * Handles ordinary requests before the router. The hooks that they skip check the same list of rules
 * (auth/admission.ts), keys and rate limits. A request that one of them would reject is passed on, as is every
 * request that is not ordinary: nothing has been done for it then.
 */
export function openFastPath<Found extends { limit: LimitedKind | undefined }>(
  { apiKeys, tenants, limits, rules, recent, clock, tracing }: FastPathParts,
  { routeOf, find, handle }: FastRequests<Found>,
): FastPathHandler {
  let isClosing = false

  return {
    listener: (route) => (request, response) => {
      // a pipelined request waits for the one before it, and for its turn (scheduling/)
      const isPipelined = response.socket === null
      const caller = isClosing || isPipelined ? null : callerOf(request)
      const found = caller && find(request, caller)
      if (caller === null || found === null) {
        route(request, response)
        return
      }
      const complete = (admission: Admission | null): void => {
        // no token was taken: the router tries again, and rejects the request
        if (admission !== null && admission.waitMilliseconds > 0) {
          route(request, response)
          return
        }
        apiKeys.recordUse(caller.principal, caller.now.getTime())
        const { businessId } = caller.principal
        recent.note(businessId)
        tracing?.describe(request, { route: routeOf(found), businessId })
        handle(request, response, { found, caller, admission })
      }
      const admission = limits.admit(request, caller.principal, found.limit)
      if (admission instanceof Promise) admission.then(complete)
      else complete(admission)
    },
    close() {
      isClosing = true
    },
  }

  function callerOf(request: IncomingMessage): Caller | null {
    if (!isOrdinaryRequest(request)) return null
    const now = clock.now()
    const key = request.headers['x-api-key'] as string | undefined
    const principal = key === undefined ? undefined : apiKeys.peek(key, now.getTime())
    if (principal === undefined) return null
    if (refusalOf(rules, { principal, headers: request.headers }) !== null) return null
    const catalog = tenants.freshCatalog(principal.businessId, now.getTime())
    return catalog === undefined ? null : { principal, catalog, now }
  }
}
