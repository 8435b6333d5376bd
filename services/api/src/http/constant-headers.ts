import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Headers of every response (D2). Responses from the catalogue replace the cache-control. */
const commonHeaders = {
  vary: 'X-API-Key, Authorization, Accept-Language, Origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** CORS headers let any page read a response, except for requests with a secret key (D8b). */
const corsHeaders = {
  ...commonHeaders,
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, ETag',
}

/** The headers that are the same for all requests with the same kind of key. */
export const constantHeaders = (withSecretKey: boolean): Record<string, string> =>
  withSecretKey ? commonHeaders : corsHeaders

/** Set before anything can fail, so that errors have them too. */
export function addConstantHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setConstantHeaders(request, reply)
    done()
  })
}

/** For the few responses that are sent before hooks run. */
export function setConstantHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(constantHeaders(hasSecretKey(request))).header('x-request-id', request.id)
}

/** The same headers for a response to an unreadable request, which is written to the socket. */
export const clientErrorHeaders = (requestId: string): Record<string, string> => ({
  ...corsHeaders,
  'x-request-id': requestId,
})

/** Decided by the text of the key, so that the response to an invalid one is unreadable too. */
const hasSecretKey = (request: FastifyRequest): boolean =>
  String(request.headers['x-api-key'] ?? '').startsWith('silla_sec_')
