import { STATUS_CODES } from 'node:http'
import type { RequestContext } from '@silla/core'
import { type Code, Refusal } from '@silla/errors'
import { isLanguage, type Language } from '@silla/locale'
import type { Principal } from '@silla/tenants'
import { failureBody, logFailure } from '../http/error-handler.ts'
import { toRefusal } from '../http/error-mapping.ts'
import { languageOfHeaders } from '../http/languages.ts'
import type { Log, RequestLog } from '../http/log.ts'
import { requestIdOf } from '../http/request-id.ts'
import { type RequestSlots, requestWeights } from '../limits/request-slots.ts'
import {
  openPlainReads,
  type PlainReadHandler,
  type PlainReadParts,
} from '../ready-responses/plain-reads.ts'
import {
  endWithoutBody,
  headerLines,
  headersOfEveryResponse,
  jsonHeaders,
  setHead,
} from '../ready-responses/response-head.ts'
import type { DirectRoute } from './direct-route.ts'
import { urlMatcher } from './match-url.ts'

export interface DirectHandlerParts extends PlainReadParts {
  contextOf: (principal: Principal) => RequestContext
  slots: RequestSlots
  log: Log
  requestLog: RequestLog
}

/**
 * Handles ordinary requests of some routes before the router (decision 0026): much of their time
 * would go into the router, its hooks and the reply. Unlike responses that are ready they take a
 * turn and a slot.
 */
export function openDirectHandler(
  routes: readonly DirectRoute<unknown>[],
  prefix: string,
  parts: DirectHandlerParts,
): PlainReadHandler {
  const { contextOf, slots, requestLog, clock } = parts
  const { logger } = parts.log
  const matchers = routes.map((route) => {
    const url = prefix + route.path
    return { route, url, match: urlMatcher(url) }
  })

  return openPlainReads<DirectRead>(parts, {
    routeOf: ({ url }) => url,
    find({ url = '', headers }, { catalog }) {
      for (const { route, url: pattern, match } of matchers) {
        const params = match(url)
        if (params === null) continue
        const language =
          params.lang === undefined ? languageOfHeaders(headers, catalog) : params.lang
        const query = orNull(() => route.parse(params))
        if (query === null || !isLanguage(language)) return null
        return { route, url: pattern, query, language, limit: undefined }
      }
      return null
    },
    handle(request, response, { found, caller: { principal }, admission }) {
      const { route, url, query, language } = found
      const { businessId } = principal
      const startedAt = performance.now()
      const requestId = requestIdOf(request)
      endWithoutBody(request)
      slots
        .run({ businessId, response, weight: requestWeights.single }, () =>
          route.respond(contextOf(principal), query, language),
        )
        .then((text) => send(200, text, undefined), sendFailure)

      function sendFailure(error: unknown): void {
        const refusal = toRefusal(error)
        if (refusal.status >= 500)
          logFailure(refusal, { id: requestId, log: logger, principal, routeOptions: { url } })
        const body = JSON.stringify(failureBody(refusal, language))
        send(refusal.status, body, refusal.code, refusal.headers)
      }

      function send(
        status: number,
        body: string,
        code: Code | undefined,
        headers: Refusal['headers'] = {},
      ): void {
        // the client has closed the connection
        if (response.destroyed) return
        const bytes = Buffer.byteLength(body)
        setHead(response, {
          status,
          reason: STATUS_CODES[status] ?? '',
          constant: constant[principal.kind],
          requestId,
          admission,
          more: headerLines(headers) + jsonHeaders(bytes),
          now: clock.now().getTime(),
        })
        // head and body are one write; as latin1 it takes half of the time, but it must be ASCII
        response.end(body, bytes === body.length ? 'latin1' : 'utf8')
        requestLog.completed({
          requestId,
          method: 'GET',
          route: url,
          status,
          milliseconds: performance.now() - startedAt,
          businessId,
          code,
        })
      }
    },
  })
}

interface DirectRead {
  route: DirectRoute<unknown>
  /** The pattern of its URL. */
  url: string
  query: unknown
  /** Of messages. */
  language: Language
  limit: undefined
}

const constant = headersOfEveryResponse()

/** What is wrong with the parameters is reported by the router. */
function orNull<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
