import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'

/**
 * Whether this key may be used now and from there (D8, D8b). Runs when the request's language is
 * known.
 */
export function addAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.principal.status === 'suspended') fail('BUSINESS_SUSPENDED')
    if (!isOriginAllowed(request.principal, request.headers.origin)) fail('ORIGIN_NOT_ALLOWED')
    done()
  })
}

/** A request without an Origin comes from no page: lists of origins protect browsers, not keys. */
function isOriginAllowed(principal: Principal, origin: string | undefined): boolean {
  return (
    origin === undefined || principal.origins.length === 0 || principal.origins.includes(origin)
  )
}
