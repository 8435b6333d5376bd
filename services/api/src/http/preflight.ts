import type { FastifyInstance } from 'fastify'

const corsHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'X-API-Key, Authorization, Content-Type, Accept-Language, Idempotency-Key, If-None-Match, ' +
    'X-Reserva-Codigo, X-Retencion-Token, X-Simular',
  'access-control-max-age': '86400',
}

/** Answers CORS preflight requests, which have no API key, for every path and origin (D8b). */
export function addPreflight(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (
      request.method !== 'OPTIONS' ||
      request.headers['access-control-request-method'] === undefined
    )
      return done()
    reply.headers(corsHeaders).code(204).send()
  })
}
