import type { OpenedStaffSession } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookie } from './session-credential.ts'

/** Which browser a challenge was made for, so that no other one can use it. */
const challengeCookie = '__Host-silla_challenge'

/** Of every cookie: no script reads it, and no other site sends it. */
export const cookieAttributes = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const
const challengeSeconds = 300

export const setSessionCookie = (
  reply: FastifyReply,
  { token, expiresAt }: OpenedStaffSession,
  now: Date,
): void => {
  const maxAge = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  reply.setCookie(sessionCookie, token, { ...cookieAttributes, maxAge })
}

export const clearSessionCookie = (reply: FastifyReply): void => {
  reply.clearCookie(sessionCookie, cookieAttributes)
}

export const setChallengeCookie = (reply: FastifyReply, value: string): void => {
  reply.setCookie(challengeCookie, value, { ...cookieAttributes, maxAge: challengeSeconds })
}

export const clearChallengeCookie = (reply: FastifyReply): void => {
  reply.clearCookie(challengeCookie, cookieAttributes)
}

/** '' without one. */
export function challengeCookieOf(request: FastifyRequest): string {
  const { cookie } = request.headers
  return (cookie && request.server.parseCookie(cookie)[challengeCookie]) || ''
}
