import type { IncomingMessage, RequestListener } from 'node:http'
import { type FieldProblem, Refusal } from '@silla/errors'
import { maxUrlLength } from '../http/request-validation.ts'

/**
 * A listener that reads the parameter `key` of a URL: on GET and HEAD a publishable key may be sent
 * there instead of in the header `X-API-Key`, so that a browser needs no preflight (D8b).
 *
 * The parameter is removed from the URL and the key set as the header. What follows treats both
 * alike, and no log line or cache entry contains the key. A request whose key is refused is left
 * without one; `refusalOfKeyInUrl` returns why.
 */
export const withKeyInUrl =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    // nearly every URL ends the search here
    if (request.url?.includes('key=')) takeKey(request, request.url)
    listener(request, response)
  }

/** Why the key in the URL of a request was refused, which then has no key. */
export const refusalOfKeyInUrl = (request: IncomingMessage): Refusal | undefined =>
  refusals.get(request)

const refusals = new WeakMap<IncomingMessage, Refusal>()

function takeKey(request: IncomingMessage, url: string): void {
  // http/request-validation.ts rejects it
  if (url.length > maxUrlLength) return
  const queryStart = url.indexOf('?') + 1
  const pairs = queryStart === 0 ? [] : url.slice(queryStart).split('&')
  const keys = pairs.filter(isKey).map(decodedValue)
  if (keys.length === 0) return
  const others = pairs.filter((pair) => !isKey(pair)).join('&')
  request.url = url.slice(0, queryStart - 1) + (others && `?${others}`)

  const { headers, method } = request
  const refusal = refusalOf(keys, headers['x-api-key'] as string | undefined, method)
  if (refusal !== null) {
    delete headers['x-api-key']
    refusals.set(request, refusal)
  } else if (isRead(method) && keys[0]) headers['x-api-key'] = keys[0]
}

/**
 * A URL is stored in histories and in logs of proxies, so a secret key is refused in every request,
 * whether it is valid or not. Elsewhere than in a read the parameter has no meaning.
 */
function refusalOf(
  keys: readonly string[],
  header: string | undefined,
  method: string | undefined,
): Refusal | null {
  if (keys.some((key) => key.startsWith('silla_sec_'))) return new Refusal('SECRET_KEY_IN_URL')
  if (!isRead(method)) return null
  if (keys.length > 1) return invalid('duplicate')
  const [key] = keys
  const isOther = key && header && header !== key
  return isOther ? invalid({ keyword: 'not_together', limit: 'X-API-Key' }) : null
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

const isKey = (pair: string): boolean => pair.startsWith('key=')

function decodedValue(pair: string): string {
  const value = pair.slice('key='.length)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const invalid = (problem: FieldProblem['problem']): Refusal =>
  new Refusal('VALIDATION_ERROR', { problems: [{ field: 'key', problem }] })
