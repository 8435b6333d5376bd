import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The id of a request in responses and logs. The client's own id is used if it is short and has
 * only safe characters, so that a request can be traced through both systems; any other could forge
 * log lines or headers.
 */
export function requestIdOf(request: IncomingMessage): string {
  const id = request.headers['x-request-id']
  return typeof id === 'string' && safeId.test(id) ? id : randomUUID()
}

const safeId = /^[A-Za-z0-9._-]{8,64}$/
