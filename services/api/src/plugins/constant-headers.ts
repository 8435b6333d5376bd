import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Headers that every answer carries (D2). Catalogue answers replace the cache-control. */
const everywhere = {
  vary: 'X-API-Key, Authorization, Accept-Language, Origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** And those that let any page read an answer, unless it was asked for with a secret key (D8b). */
const readableByPages = {
  ...everywhere,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag',
}

/** Sets them before anything can answer, so that refusals carry them too. */
export function addConstantHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setConstantHeaders(request, reply)
    done()
  })
}

/** For the few answers that are made before hooks run. */
export function setConstantHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .headers(carriesSecretKey(request) ? everywhere : readableByPages)
    .header('x-request-id', request.id)
}

/**
 * The same for an answer that is written by hand onto a connection whose request could not be read.
 */
export const clientErrorHeaders = (requestId: string): Record<string, string> => ({
  ...readableByPages,
  'x-request-id': requestId,
})

/** The key's own text decides: also a refused secret key gets an answer that no page can read. */
const carriesSecretKey = (request: FastifyRequest): boolean =>
  String(request.headers['x-api-key'] ?? '').startsWith('silla_sec_')
