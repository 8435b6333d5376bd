import { randomBytes } from 'node:crypto'
import {
  acceptInvitation,
  type OpenedStaffSession,
  recoverWithCode,
  requestStaffCode,
  type SignInParts,
  salonOfInvitation,
  showInvitation,
  signInChallenge,
  signInWithCode,
  signInWithPasskey,
} from '@silla/core'
import {
  InvitationWire,
  PasskeyAnswerWire,
  parsePasskeyAnswer,
  parseStaffEmail,
  RecoveryWire,
  StaffCodeWire,
  StaffEmailWire,
  serializeOpenedSession,
  serializeShownInvitation,
} from '@silla/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { addEnvelope } from '../http/envelope.ts'
import { addOwnSite } from '../http/own-site.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { addUnderPressure, type LoadMonitor } from '../limits/under-pressure.ts'
import { deskRoutes } from './desk-routes.ts'
import { deviceName } from './device-name.ts'
import { hidden } from './route-options.ts'
import {
  challengeCookieOf,
  clearChallengeCookie,
  setChallengeCookie,
  setSessionCookie,
} from './session-cookies.ts'
import { assertSameOrigin, isFromBrowser } from './session-credential.ts'

export interface SignInRoutesParts {
  parts: SignInParts
  limits: RateLimits
  load: LoadMonitor
  production: boolean
}

/**
 * Signing in (D61): passkey, code by email, recovery code, invitation (D66). It precedes the salon, so that there is no API
 * key and no operation; requests are limited by their address. A browser gets the session as a cookie,
 * an app in the response.
 */
export async function signInRoutes(
  app: FastifyInstance,
  { parts, limits, load, production }: SignInRoutesParts,
): Promise<void> {
  addOwnSite(app, { url: parts.site.origin, production })
  addUnderPressure(app, load)
  addEnvelope(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .removeHeader('access-control-allow-origin')
      .removeHeader('access-control-expose-headers')
      .header('vary', 'Cookie, Accept-Language')
    // nobody is signed in by a page of another site, to an account that is not theirs
    if (isFromBrowser(request)) assertSameOrigin(request, parts.site.origin)
    done()
  })
  await app.register(deskRoutes, { parts, limits })
  await app.register(ownDeviceRoutes, { parts, limits })
}

async function ownDeviceRoutes(
  app: FastifyInstance,
  { parts, limits }: Omit<SignInRoutesParts, 'load' | 'production'>,
): Promise<void> {
  const { clock } = parts
  app.addHook('onRequest', async (request, reply) => limits.staffSignIn(request, reply))

  app.post('/sesion/opciones/', hidden, async (request, reply) => {
    const browser = isFromBrowser(request) ? randomBytes(16).toString('base64url') : ''
    if (browser !== '') setChallengeCookie(reply, browser)
    const { challenge, siteId } = signInChallenge(parts, browser)
    return { reto: challenge, sitio: siteId }
  })

  app.post<{ Body: Static<typeof PasskeyAnswerWire> }>(
    '/sesion/passkey/',
    withBody(PasskeyAnswerWire),
    async (request, reply) => {
      const browser = challengeCookieOf(request)
      const answer = parsePasskeyAnswer(request.body)
      clearChallengeCookie(reply)
      const signIn = { answer, browser, deviceName: deviceOf(request) }
      return signedIn(request, reply, await signInWithPasskey(parts, signIn))
    },
  )

  app.post<{ Body: Static<typeof StaffEmailWire> }>(
    '/sesion/codigo/',
    withBody(StaffEmailWire),
    async (request) => {
      const email = parseStaffEmail(request.body)
      const clientAddress = limits.address(request)
      const { challengeId, expiresAt } = await requestStaffCode(parts, { email, clientAddress })
      return { codigo_id: challengeId, caduca_en: expiresAt.toISOString() }
    },
  )

  app.post<{ Body: Static<typeof StaffCodeWire> }>(
    '/sesion/codigo/verificar/',
    withBody(StaffCodeWire),
    async (request, reply) => {
      const { codigo_id: challengeId, codigo } = request.body
      const signIn = { challengeId, code: codigo.trim(), deviceName: deviceOf(request) }
      return signedIn(request, reply, await signInWithCode(parts, signIn))
    },
  )

  app.post<{ Body: Static<typeof RecoveryWire> }>(
    '/sesion/recuperar/',
    withBody(RecoveryWire),
    async (request, reply) => {
      const email = parseStaffEmail(request.body)
      const signIn = { email, code: request.body.codigo, deviceName: deviceOf(request) }
      return signedIn(request, reply, await recoverWithCode(parts, signIn))
    },
  )

  app.post<{ Body: Static<typeof InvitationWire> }>(
    '/sesion/invitacion/consultar/',
    withBody(InvitationWire),
    async ({ body: { invitacion } }) =>
      serializeShownInvitation(
        await showInvitation(await salonOfInvitation(parts, invitacion), invitacion),
      ),
  )

  app.post<{ Body: Static<typeof InvitationWire> }>(
    '/sesion/invitacion/',
    withBody(InvitationWire),
    async (request, reply) => {
      const { invitacion: token } = request.body
      const salon = await salonOfInvitation(parts, token)
      const accepted = { token, deviceName: deviceOf(request) }
      const { session } = await acceptInvitation(salon, parts.secrets, accepted)
      return signedIn(request, reply, session)
    },
  )

  function signedIn(request: FastifyRequest, reply: FastifyReply, session: OpenedStaffSession) {
    const isBrowser = isFromBrowser(request)
    if (isBrowser) setSessionCookie(reply, session, clock.now())
    return serializeOpenedSession(session, !isBrowser)
  }
}

const deviceOf = ({ headers }: FastifyRequest): string => deviceName(headers['user-agent'])

const withBody = (body: object) => ({ schema: { hide: true, body } })
