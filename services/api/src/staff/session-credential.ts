import { businessOfSupportToken, businessOfToken } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyRequest } from 'fastify'

/**
 * The cookie of a signed-in browser (D62). Its prefix makes browsers refuse it from another host, even a
 * sub-domain, and over plain HTTP.
 */
export const sessionCookie = '__Host-silla_staff'

/**
 * The token of a staff session or of support; null: the request has none. A salon's own app sends it as
 * `Authorization: Bearer`, a browser as a cookie. A request with an API key never has one.
 */
export function sessionTokenOf(request: FastifyRequest): string | null {
  const { authorization, cookie } = request.headers
  if (request.headers['x-api-key'] !== undefined) return null
  if (authorization !== undefined) return bearerToken(authorization) ?? supportTokenOf(request)
  if (cookie === undefined || !cookie.includes(sessionCookie)) return null
  return request.server.parseCookie(cookie)[sessionCookie] || null
}

/**
 * For a request with the token of a session. A browser has one session for all its windows: a page says which
 * salon it shows in `X-Negocio`, so that a window which still shows the salon before changes nothing in the
 * one that another window has gone on to (D62).
 *
 * @param staffUrl the origin of the pages for staff; null: nobody signs in
 * @throws CROSS_SITE_REQUEST when a browser sends the cookie from another site, OTHER_SALON when the session is
 *   not one of the salon that the request names
 */
export function assertOwnSession(
  { headers }: Pick<FastifyRequest, 'headers'>,
  token: string,
  staffUrl: string | null,
): void {
  if (headers.authorization === undefined) assertSameOrigin({ headers }, staffUrl)
  const shown = headers['x-negocio']
  const businessId = businessOfToken(token)
  if (shown !== undefined && businessId !== null && shown !== businessId) fail('OTHER_SALON')
}

/**
 * Browsers attach the cookie to requests that other sites cause, so it counts only where the browser
 * itself says that a page of this origin sent the request (D63).
 *
 * @throws CROSS_SITE_REQUEST
 */
export function assertSameOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  staffUrl: string | null,
): void {
  const site = headers['sec-fetch-site']
  const isSame =
    site === undefined
      ? headers.origin !== undefined && headers.origin === staffUrl
      : site === 'same-origin'
  if (!isSame) fail('CROSS_SITE_REQUEST')
}

/**
 * The token of support (D66); null: the request has none. No browser stores it, so it is never a cookie.
 */
export function supportTokenOf({ headers }: FastifyRequest): string | null {
  const { authorization } = headers
  if (authorization === undefined || headers['x-api-key'] !== undefined) return null
  const [, token = ''] = bearer.exec(authorization) ?? []
  return businessOfSupportToken(token) === null ? null : token
}

/** The token of an app; null: another kind of token, which needs an API key. */
export function bearerToken(authorization: string): string | null {
  const [, token = ''] = bearer.exec(authorization) ?? []
  return businessOfToken(token) === null ? null : token
}

const bearer = /^bearer +(\S+) *$/i

/** Whether a browser sends the request: others send neither header. */
export const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined
