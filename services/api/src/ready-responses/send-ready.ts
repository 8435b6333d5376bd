import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '@silla/tenants'
import { bodyInTurns } from '../scheduling/body-in-turns.ts'
import type { Turns } from '../scheduling/turns.ts'
import { endWithoutBody } from './node-internals.ts'
import { cacheControl, matchesEtag, type ReadyResponse } from './response-cache.ts'
import { headersOfEveryResponse, jsonHeaders, type ResponseHead, setHead } from './response-head.ts'

export interface ReadyToSend extends Pick<ResponseHead, 'requestId' | 'admission' | 'now'> {
  ready: ReadyResponse
  principal: Pick<Principal, 'kind' | 'businessId'>
}

/**
 * Sends a ready response, or 304 when the client has it, in one write; a large body in turns.
 *
 * @returns the status
 */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  { ready, principal, ...head }: ReadyToSend,
  turns: Turns,
): number {
  const { body, etag } = ready.response
  endWithoutBody(request)
  const common = { ...head, constant: constant[principal.kind] }
  const tag = `etag: ${etag}\r\n`
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    setHead(response, { ...common, status: 304, reason: 'Not Modified', more: tag })
    response.end()
    return 304
  }
  const more = tag + jsonHeaders(body.length)
  setHead(response, { ...common, status: 200, reason: 'OK', more })
  if (typeof body === 'string') response.end(body, 'latin1')
  else bodyInTurns([body], principal.businessId, turns).pipe(response)
  return 200
}

const constant = headersOfEveryResponse({ 'cache-control': cacheControl })
