import type { IncomingHttpHeaders } from 'node:http'
import { type Code, fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'

/**
 * Rejects keys of suspended businesses and disallowed origins (D8, D8b). Runs after the languages
 * are known, which the error message needs.
 *
 * @param publicUrl the origin of the booking pages
 */
export function addAuthorization(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const code = refusalOf(request.principal, request.headers, publicUrl)
    if (code !== null) fail(code)
    done()
  })
}

/** Why a key may not be used; null if it may. */
export function refusalOf(
  principal: Principal,
  headers: IncomingHttpHeaders,
  publicUrl: string | null,
): Code | null {
  if (principal.status === 'suspended') return 'BUSINESS_SUSPENDED'
  return isOriginAllowed(principal, headers, publicUrl) ? null : 'ORIGIN_NOT_ALLOWED'
}

/** A request without an Origin header does not come from a page: the list protects browsers. */
function isOriginAllowed(
  { forPage, origins }: Principal,
  { origin, host }: IncomingHttpHeaders,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true
  if (forPage) return origin === publicUrl || isSameHost(origin, host)
  return origins.length === 0 || origins.includes(origin)
}

/** The page was served by this API under another name than PUBLIC_URL, such as `localhost`. */
const isSameHost = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.parse(origin)?.host === host
