import type { FastifyInstance } from 'fastify'

const answer = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'X-API-Key, Authorization, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, X-Reserva-Codigo',
  'access-control-max-age': '86400',
}

/**
 * A browser asks before it sends a key, so the question is answered for every path and origin,
 * without one (D8b).
 */
export function addPreflight(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (
      request.method !== 'OPTIONS' ||
      request.headers['access-control-request-method'] === undefined
    )
      return done()
    reply.headers(answer).code(204).send()
  })
}
