import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

const urlAtMostCharacters = 8192

/** Refuses what the parser lets through although a proxy and we could understand it differently. */
export function addRequestValidation(app: FastifyInstance): void {
  // Node would answer 417 by itself, outside the envelope; an expectation may be left unmet
  // instead.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.raw.url !== undefined && request.raw.url.length > urlAtMostCharacters)
      fail('URI_TOO_LONG')
    if (!namesOneHost(request.raw.rawHeaders, request.raw.httpVersion)) fail('VALIDATION_ERROR')
    done()
  })
}

/**
 * Node keeps the first of several Host headers and a proxy may believe the last. HTTP/1.0 needs
 * none.
 */
function namesOneHost(rawHeaders: string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
