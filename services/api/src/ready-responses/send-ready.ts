import type { IncomingMessage, ServerResponse } from 'node:http'
import { constantHeaders } from '../plugins/constant-headers.ts'
import type { Admission } from '../plugins/rate-limits.ts'
import { keepAliveMilliseconds } from '../plugins/server-options.ts'
import { cacheControl, matchesEtag, type ReadyResponse } from './response-cache.ts'

export interface ReadyToSend {
  ready: ReadyResponse
  withSecretKey: boolean
  requestId: string
  /** Null: rate limits are disabled. */
  admission: Admission | null
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Sends a ready response, or 304 when the client has it, in one write.
 *
 * @returns the status
 */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  toSend: ReadyToSend,
): number {
  const { body, etag } = toSend.ready.response
  endWithoutBody(request)
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    setHead(response, 304, formatHead('304 Not Modified', toSend, ''))
    response.end()
    return 304
  }
  const content = `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n`
  setHead(response, 200, formatHead('200 OK', toSend, content))
  response.end(body, 'latin1')
  return 200
}

/** The status line and the headers, in the order in which Fastify and Node write them. */
function formatHead(
  status: string,
  { ready, withSecretKey, requestId, admission, now }: ReadyToSend,
  content: string,
): string {
  const constant = withSecretKey ? headersWithSecretKey : headersWithPublishableKey
  const limit =
    admission === null
      ? ''
      : `ratelimit-policy: ${admission.policy}\r\nratelimit: ${admission.state}\r\n`
  return `HTTP/1.1 ${status}\r\n${constant}x-request-id: ${requestId}\r\n${limit}etag: ${ready.response.etag}\r\n${content}Date: ${formatDate(now)}\r\n${connectionHeaders}\r\n`
}

const cachedHeaders = (withSecretKey: boolean): string =>
  Object.entries({ ...constantHeaders(withSecretKey), 'cache-control': cacheControl })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

const headersWithSecretKey = cachedHeaders(true)
const headersWithPublishableKey = cachedHeaders(false)
const connectionHeaders = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMilliseconds / 1000}\r\n`

let currentSecond = 0
let currentDate = ''

function formatDate(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== currentSecond) {
    currentSecond = second
    currentDate = new Date(now).toUTCString()
  }
  return currentDate
}

/**
 * Sets the head as text, where `writeHead` would check and copy each header: a sixth of the time of
 * a ready response. `_header` is where `writeHead` leaves the text, and `end` sends it.
 */
function setHead(response: ServerResponse, statusCode: number, head: string): void {
  response.statusCode = statusCode
  ;(response as ServerResponse & { _header: string })._header = head
}

/**
 * Ends the stream of a request without a body, as the server's option `optimizeEmptyRequests` does
 * for all of them; Node otherwise reads it to its end when the response has been sent.
 */
function endWithoutBody(request: IncomingMessage): void {
  ;(request as IncomingMessage & { _dumpAndCloseReadable?(): void })._dumpAndCloseReadable?.()
}
