import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The name of a request in answers and logs. One that came along is kept when it is short and
 * harmless, so that a caller can follow a request through both systems; anything else could forge
 * log lines or headers.
 */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && harmless.test(given) ? given : randomUUID()
}

const harmless = /^[A-Za-z0-9._-]{8,64}$/
