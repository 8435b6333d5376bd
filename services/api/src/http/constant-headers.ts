import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of a staff session, which is not verified yet; null: the request has none. */
    sessionToken: string | null
  }
}

/** Headers of every response (D2). Responses from the catalogue replace the cache-control. */
const commonHeaders = {
  vary: 'X-API-Key, Authorization, Accept-Language, Origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** No page of another origin reads what a member of staff gets, whatever happens (D63). */
const staffHeaders = { ...commonHeaders, vary: 'Cookie, Authorization, Accept-Language' }

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

/**
 * Set before anything can fail, so that errors have them too.
 *
 * @param sessionTokenOf the token of a staff session that a request has; null: it has none
 */
export function addConstantHeaders(
  app: FastifyInstance,
  sessionTokenOf: (request: FastifyRequest) => string | null,
): void {
  app.decorateRequest('sessionToken', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.sessionToken = sessionTokenOf(request)
    // none of them is removed later: that would make every response of staff slower
    if (request.sessionToken === null) setConstantHeaders(request, reply)
    else reply.headers(staffHeaders).header('x-request-id', request.id)
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
