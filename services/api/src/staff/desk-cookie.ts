import { businessOfToken, type RegisteredDevice } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieAttributes } from './session-cookies.ts'
import { assertSameOrigin, bearerToken } from './session-credential.ts'

/** Which browsers are devices that their salon shares (D64). */
const deskCookie = '__Host-silla_desk'

export const setDeskCookie = (
  reply: FastifyReply,
  { token, expiresAt }: RegisteredDevice,
  now: Date,
): void => {
  const maxAge = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  reply.setCookie(deskCookie, token, { ...cookieAttributes, maxAge })
}

/** The token in the cookie of a shared device; null: the browser is none. */
export function deskCookieOf(request: FastifyRequest): string | null {
  const { cookie } = request.headers
  const token = cookie === undefined ? undefined : request.server.parseCookie(cookie)[deskCookie]
  return token === undefined || businessOfToken(token) === null ? null : token
}

/**
 * The token of the shared device that sends the request; null: it has none. An app sends it as
 * `Authorization: Bearer`, a browser as a cookie.
 *
 * @throws CROSS_SITE_REQUEST when a browser sends the cookie from another site
 */
export function deskTokenOf(request: FastifyRequest, staffUrl: string): string | null {
  const { authorization } = request.headers
  if (authorization !== undefined) return bearerToken(authorization)
  const token = deskCookieOf(request)
  if (token !== null) assertSameOrigin(request, staffUrl)
  return token
}
