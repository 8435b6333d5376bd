import { type Code, fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'

/**
 * Rejects keys of suspended businesses and disallowed origins (D8, D8b). Runs after the languages
 * are known, which the error message needs.
 */
export function addAuthorization(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const code = refusalOf(request.principal, request.headers.origin)
    if (code !== null) fail(code)
    done()
  })
}

/** Why a key may not be used; null if it may. */
export function refusalOf(principal: Principal, origin: string | undefined): Code | null {
  if (principal.status === 'suspended') return 'BUSINESS_SUSPENDED'
  return isOriginAllowed(principal, origin) ? null : 'ORIGIN_NOT_ALLOWED'
}

/** A request without an Origin header does not come from a page: the list protects browsers. */
function isOriginAllowed(principal: Principal, origin: string | undefined): boolean {
  return (
    origin === undefined || principal.origins.length === 0 || principal.origins.includes(origin)
  )
}
