import type { IncomingHttpHeaders } from 'node:http'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'

/** Where the routes of a plugin are. */
export interface OwnSite {
  /** Their address, as STAFF_URL or PUBLIC_URL names it; null: nowhere. */
  url: string | null
  production: boolean
}

/**
 * Lets the routes of a plugin exist at one address only, by the host that a request names: what the
 * booking pages load is not where staff sign in, and the reverse (D63). Equal addresses have all of them.
 * In development every name of this machine will do, because `localhost` and `127.0.0.1` are one API.
 */
export function addOwnSite(app: FastifyInstance, site: OwnSite): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isOfSite(request.headers.host, site)) fail('NOT_FOUND')
    done()
  })
}

/**
 * Whether a request names the address of staff and no other: scripts of pages for developers, which may hold
 * an API key, do not run where staff are signed in (D63). In development this machine is all addresses.
 *
 * @param site of the staff
 * @param publicUrl where customers reach the API, which may be the same address; null: unknown
 */
export function isOfStaffAlone(
  { host }: IncomingHttpHeaders,
  site: OwnSite,
  publicUrl: string | null,
): boolean {
  const isApart =
    site.url !== null && URL.parse(site.url)?.host !== URL.parse(publicUrl ?? '')?.host
  return site.production && isApart && isOfSite(host, site)
}

/** @param host the header `Host`, which has no port when it is that of the protocol */
function isOfSite(host: string | undefined, { url, production }: OwnSite): boolean {
  const site = URL.parse(url ?? '')
  const named = URL.parse(`${site?.protocol ?? 'http:'}//${host}`)
  if (named === null) return false
  return named.host === site?.host || (!production && isThisMachine(named.hostname))
}

const isThisMachine = (hostname: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
