import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock, Tenants } from '@silla/core'
import { wallClock } from '@silla/slots'
import type { ApiKeyCache, Principal } from '@silla/tenants'
import { refusalOf } from '../plugins/authorization.ts'
import { languageOfHeaders } from '../plugins/languages.ts'
import type { RequestLog } from '../plugins/log.ts'
import type { Admission, RateLimits } from '../plugins/rate-limits.ts'
import { requestIdOf } from '../plugins/request-id.ts'
import type { LoadMonitor } from '../plugins/under-pressure.ts'
import { isPlainRequest } from './plain-request.ts'
import {
  audienceOf,
  type ReadyResponse,
  type ResponseCache,
  readyVariant,
} from './response-cache.ts'
import { sendReady } from './send-ready.ts'

export interface ReadyHandlerParts {
  apiKeys: ApiKeyCache
  tenants: Tenants
  limits: RateLimits
  load: LoadMonitor
  responses: ResponseCache
  requestLog: RequestLog
  clock: Clock
}

export interface ReadyHandler {
  /** A listener that sends the response if it is ready, else passes the request on to `route`. */
  listener(route: RequestListener): RequestListener
  /** From now on every request is routed: Fastify ends connections while the server closes. */
  close(): void
}

/**
 * Sends responses that are ready before the router: most catalogue reads repeat an earlier one
 * (decision 0020). They are sent at once, because that takes less time than to wait in turn. The
 * rules of the hooks that these requests skip are applied by calling the same functions. A request
 * that one of them would reject is passed on, as is every request that is not plain: nothing has
 * been done for it then.
 */
export function openReadyHandler(parts: ReadyHandlerParts): ReadyHandler {
  const { apiKeys, tenants, limits, load, responses, requestLog, clock } = parts
  let isClosing = false

  return {
    listener: (route) => (request, response) => {
      // A pipelined request waits for the one before it, and for its turn (scheduling/).
      const isPipelined = response.socket === null
      const match = isClosing || isPipelined ? null : findReady(request)
      if (match === null) {
        route(request, response)
        return
      }
      const admission = limits.admit(request, match.principal, match.ready.limit)
      if (admission instanceof Promise)
        admission.then((admission) => complete(request, response, route, match, admission))
      else complete(request, response, route, match, admission)
    },
    close() {
      isClosing = true
    },
  }

  function findReady(request: IncomingMessage): Match | null {
    if (!isPlainRequest(request)) return null
    const { headers, url = '' } = request
    const now = clock.now()
    const key = headers['x-api-key'] as string | undefined
    const principal = key === undefined ? undefined : apiKeys.peek(key, now.getTime())
    if (principal === undefined || refusalOf(principal, headers.origin) !== null) return null
    if (load.overload() !== null) return null
    const catalog = tenants.freshCatalog(principal.businessId, now.getTime())
    if (catalog === undefined) return null
    const audience = audienceOf(principal.kind === 'secret')
    const variant = readyVariant(audience, languageOfHeaders(headers, catalog))
    const ready = responses.findReady(catalog, url, variant)
    if (ready?.day !== wallClock(now, catalog.settings.timezone).day) return null
    return { principal, ready, now: now.getTime() }
  }

  function complete(
    request: IncomingMessage,
    response: ServerResponse,
    route: RequestListener,
    { principal, ready, now }: Match,
    admission: Admission | null,
  ): void {
    // no token was taken: the router tries again, and rejects the request
    if (admission !== null && admission.waitMilliseconds > 0) {
      route(request, response)
      return
    }
    apiKeys.recordUse(principal, now)
    const startedAt = performance.now()
    const requestId = requestIdOf(request)
    const withSecretKey = principal.kind === 'secret'
    const toSend = { ready, withSecretKey, requestId, admission, now }
    requestLog.completed({
      requestId,
      method: 'GET',
      route: ready.route,
      status: sendReady(request, response, toSend),
      milliseconds: performance.now() - startedAt,
      businessId: principal.businessId,
    })
  }
}

interface Match {
  principal: Principal
  ready: ReadyResponse
  /** Milliseconds since 1970. */
  now: number
}
