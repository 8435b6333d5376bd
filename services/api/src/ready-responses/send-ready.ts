import type { IncomingMessage, ServerResponse } from 'node:http'
import { constantHeaders } from '../plugins/constant-headers.ts'
import type { Admission } from '../plugins/rate-limits.ts'
import { cacheControl, matchesEtag, type ReadyResponse } from './response-cache.ts'

export interface ReadyToSend {
  ready: ReadyResponse
  withSecretKey: boolean
  requestId: string
  /** Null: rate limits are disabled. */
  admission: Admission | null
}

/**
 * Sends a ready response, or 304 when the client has it. The body is latin1 text, which Node writes
 * together with the head.
 *
 * @param onSent called with the status when the response has been handed to the operating system
 */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  { ready, withSecretKey, requestId, admission }: ReadyToSend,
  onSent: (status: number) => void,
): void {
  const { body, etag } = ready.response
  const headers = [...(withSecretKey ? headersWithSecretKey : headersWithPublishableKey)]
  headers.push('x-request-id', requestId)
  if (admission !== null)
    headers.push('ratelimit-policy', admission.policy, 'ratelimit', admission.state)
  headers.push('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end(() => onSent(304))
    return
  }
  headers.push('content-type', 'application/json; charset=utf-8')
  headers.push('content-length', String(body.length))
  response.writeHead(200, headers).end(body, 'latin1', () => onSent(200))
}

const cachedHeaders = (withSecretKey: boolean): string[] =>
  Object.entries({ ...constantHeaders(withSecretKey), 'cache-control': cacheControl }).flat()

const headersWithSecretKey = cachedHeaders(true)
const headersWithPublishableKey = cachedHeaders(false)
