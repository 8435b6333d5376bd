import { STATUS_CODES } from 'node:http'
import type { RequestContext } from '@silla/core'
import { type Code, Refusal } from '@silla/errors'
import { defaultLanguage, isLanguage, type Language } from '@silla/locale'
import type { Principal } from '@silla/tenants'
import type { Params } from '@silla/wire'
import { failureBody, logFailure } from '../http/error-handler.ts'
import { toRefusal } from '../http/error-mapping.ts'
import { languageOfHeaders } from '../http/languages.ts'
import type { Log, RequestLog } from '../http/log.ts'
import { requestIdOf } from '../http/request-id.ts'
import { type RequestSlots, requestWeights } from '../limits/request-slots.ts'
import type { Operation, OperationContext } from '../operations/operation.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { parseCall } from '../operations/perform.ts'
import {
  type FastPathHandler,
  type FastPathParts,
  openFastPath,
} from '../ready-responses/fast-path.ts'
import { endWithoutBody } from '../ready-responses/node-internals.ts'
import {
  headerLines,
  headersOfEveryResponse,
  jsonHeaders,
  setHead,
} from '../ready-responses/response-head.ts'
import { urlMatcher } from './match-url.ts'

export interface FastHandlerParts extends FastPathParts {
  options: OperationOptions
  contextOf: (principal: Principal) => RequestContext
  slots: RequestSlots
  log: Log
  requestLog: RequestLog
}

/**
 * Handles ordinary requests of fast operations before the router (decision 0026): much of their time
 * would go into the router, its hooks and the reply. Unlike responses that are ready they take a
 * turn and a slot.
 *
 * @param prefix of the paths of operations
 */
export function openFastHandler(
  operations: readonly Operation[],
  prefix: string,
  parts: FastHandlerParts,
): FastPathHandler {
  const { contextOf, slots, requestLog, clock, options } = parts
  const { logger } = parts.log
  const matchers = operations
    .filter(({ isFast }) => isFast !== undefined)
    .map((operation) => {
      const url = prefix + operation.rest.path
      return { operation, url, match: urlMatcher(url) }
    })

  return openFastPath<FastCall>(parts, {
    routeOf: ({ url }) => url,
    find({ url = '', headers }, { principal, catalog }) {
      for (const { operation, url: pattern, match } of matchers) {
        const params = match(url)
        if (params === null) continue
        const languages = languagesOf(params, () => languageOfHeaders(headers, catalog))
        if (languages === null) return null
        const context = {
          ...contextOf(principal),
          ...{ principal, catalog, options, ...notBeforeTheRouter },
          locale: localeOf({ languages }, catalog, options),
        }
        const call = callOf(operation, context, params)
        return call && { ...call, url: pattern, language: languages.message, limit: undefined }
      }
      return null
    },
    handle(request, response, { found, caller: { principal }, admission }) {
      const { url, text, language } = found
      const { businessId } = principal
      const startedAt = performance.now()
      const requestId = requestIdOf(request)
      endWithoutBody(request)
      slots
        .run({ businessId, response, weight: requestWeights.single }, text)
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

interface FastCall {
  /** The pattern of its URL. */
  url: string
  /** The response. */
  text: () => Promise<string>
  /** Of messages. */
  language: Language
  limit: undefined
}

const constant = headersOfEveryResponse()

/** Null where the parameter `lang` is no language. */
function languagesOf({ lang }: Params, ofHeaders: () => Language): Languages | null {
  if (lang === undefined) return { text: defaultLanguage, message: ofHeaders() }
  return isLanguage(lang) ? { text: lang, message: lang } : null
}

interface Languages {
  text: Language
  message: Language
}

/** Null where the router is needed: it also reports what is wrong with the parameters. */
function callOf(
  operation: Operation,
  context: OperationContext,
  params: Params,
): Pick<FastCall, 'text'> | null {
  try {
    const sent = { ids: params, params }
    const { isFast, text } = parseCall(operation, { context, caller: 'rest', sent, http: null })
    return isFast && text ? { text } : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** A request that needs these is not fast (`isFast`). */
const notBeforeTheRouter = {
  clientAddress: routerOnly,
  limitAccount: routerOnly,
  limitWork: routerOnly,
}

function routerOnly(): never {
  throw new Error('an operation that is fast costs one token, and is the same for every address')
}
