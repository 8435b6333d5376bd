import type { IncomingMessage, ServerResponse } from 'node:http'
import { cacheControl, matchesEtag, type ReadyResponse } from './response-cache.ts'
import {
  endWithoutBody,
  headersOfEveryResponse,
  jsonHeaders,
  type ResponseHead,
  setHead,
} from './response-head.ts'

export interface ReadyToSend extends Pick<ResponseHead, 'requestId' | 'admission' | 'now'> {
  ready: ReadyResponse
  keyKind: keyof typeof constant
}

/**
 * Sends a ready response, or 304 when the client has it, in one write.
 *
 * @returns the status
 */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  { ready, keyKind, ...head }: ReadyToSend,
): number {
  const { body, etag } = ready.response
  endWithoutBody(request)
  const common = { ...head, constant: constant[keyKind] }
  const tag = `etag: ${etag}\r\n`
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    setHead(response, { ...common, status: 304, reason: 'Not Modified', more: tag })
    response.end()
    return 304
  }
  const more = tag + jsonHeaders(body.length)
  setHead(response, { ...common, status: 200, reason: 'OK', more })
  response.end(body, 'latin1')
  return 200
}

const constant = headersOfEveryResponse({ 'cache-control': cacheControl })
