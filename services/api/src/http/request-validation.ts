import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

export const maxUrlLength = 8192

/** Rejects requests that the parser accepts but that a proxy may interpret differently. */
export function addRequestValidation(app: FastifyInstance): void {
  // Node would respond 417 without the envelope; a server may ignore an expectation instead.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.url !== undefined && request.raw.url.length > maxUrlLength) fail('URI_TOO_LONG')
    if (!hasOneHost(request.raw.rawHeaders, request.raw.httpVersion)) fail('VALIDATION_ERROR')
    done()
  })
}

/** Of several Host headers Node uses the first, a proxy maybe the last. HTTP/1.0 needs none. */
export function hasOneHost(rawHeaders: string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
