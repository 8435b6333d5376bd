import { tenantTime } from '@silla/core'
import { wallClock } from '@silla/slots'
import { languageOfHeaders } from '../http/languages.ts'
import type { RequestLog } from '../http/log.ts'
import { requestIdOf } from '../http/request-id.ts'
import type { Turns } from '../scheduling/turns.ts'
import { type FastPathHandler, type FastPathParts, openFastPath } from './fast-path.ts'
import {
  audienceOf,
  type ReadyResponse,
  type ResponseCache,
  readyVariant,
} from './response-cache.ts'
import { sendReady } from './send-ready.ts'

export interface ReadyHandlerParts extends FastPathParts {
  responses: ResponseCache
  turns: Turns
  requestLog: RequestLog
}

/**
 * Sends responses that are ready before the router: most catalogue reads repeat an earlier one
 * (decision 0020). They are sent at once, because that takes less time than to wait in turn.
 */
export function openReadyHandler(parts: ReadyHandlerParts): FastPathHandler {
  const { responses, turns, requestLog } = parts
  return openFastPath<ReadyResponse>(parts, {
    routeOf: ({ route }) => route,
    find({ headers, url = '' }, { principal, catalog, now }) {
      const audience = audienceOf(principal.kind === 'secret')
      const variant = readyVariant(audience, languageOfHeaders(headers, catalog))
      const ready = responses.findReady(catalog, url, variant)
      const salonTime = tenantTime(now, principal.clockOffsetMilliseconds)
      return ready?.day === wallClock(salonTime, catalog.settings.timezone).day ? ready : null
    },
    handle(request, response, { found: ready, caller: { principal, now }, admission }) {
      const startedAt = performance.now()
      const requestId = requestIdOf(request)
      const toSend = { ready, principal, requestId, admission, now: now.getTime() }
      requestLog.completed({
        requestId,
        method: 'GET',
        route: ready.route,
        status: sendReady(request, response, toSend, turns),
        milliseconds: performance.now() - startedAt,
        businessId: principal.businessId,
        code: undefined,
      })
    },
  })
}
