import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'

/**
 * Rejects keys of suspended businesses and disallowed origins (D8, D8b). Runs after the languages
 * are known, which the error message needs.
 */
export function addAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.principal.status === 'suspended') fail('BUSINESS_SUSPENDED')
    if (!isOriginAllowed(request.principal, request.headers.origin)) fail('ORIGIN_NOT_ALLOWED')
    done()
  })
}

/** A request without an Origin header does not come from a page: the list protects browsers. */
function isOriginAllowed(principal: Principal, origin: string | undefined): boolean {
  return (
    origin === undefined || principal.origins.length === 0 || principal.origins.includes(origin)
  )
}
