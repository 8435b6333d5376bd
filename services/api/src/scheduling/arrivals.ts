import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '@silla/errors'
import { defaultLanguage } from '@silla/locale'
import { clientErrorHeaders } from '../http/constant-headers.ts'
import { failureBody } from '../http/error-handler.ts'
import type { Turns } from './turns.ts'

/**
 * How many requests of one connection may wait before it is no longer read, and before further ones
 * are refused. Only pipelining sends more than one at a time.
 */
const maxWaitingPerConnection = { reading: 16, refusing: 1000 }

/**
 * Handles the requests that arrive in turn between businesses. The API key decides for which
 * business a request waits, before it is verified: all keys that are not known share one turn.
 *
 * @param businessOf the business of a key that was valid when it was last looked up
 */
export function scheduleArrivals(
  handle: RequestListener,
  turns: Turns,
  businessOf: (key: string) => string | undefined,
): RequestListener {
  const waitingOn = new WeakMap<Socket, number>()
  return (request, response) => {
    if (turns.isFree()) handle(request, response)
    else wait(request, response)
  }

  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const waiting = (waitingOn.get(socket) ?? 0) + 1
    waitingOn.set(socket, waiting)
    if (waiting > maxWaitingPerConnection.refusing) {
      // one response is enough, because it closes the connection
      if (waiting === maxWaitingPerConnection.refusing + 1) refuse(response)
      return
    }
    if (waiting === maxWaitingPerConnection.reading) socket.pause()
    const key = request.headers['x-api-key'] as string | undefined
    turns.run((key && businessOf(key)) || '', () => {
      const left = (waitingOn.get(socket) ?? 0) - 1
      waitingOn.set(socket, left)
      if (left === 0) socket.resume()
      if (!socket.destroyed) handle(request, response)
    })
  }
}

/** No hook has run yet. */
function refuse(response: ServerResponse): void {
  const refusal = new Refusal('SERVICE_UNAVAILABLE')
  response.writeHead(refusal.status, {
    ...clientErrorHeaders(randomUUID()),
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  })
  response.end(JSON.stringify(failureBody(refusal, defaultLanguage)))
}
