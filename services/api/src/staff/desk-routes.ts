import {
  deskAgenda,
  findDesk,
  listDeskPeople,
  lockDesk,
  type SignInParts,
  signInAtDesk,
} from '@silla/core'
import { fail } from '@silla/errors'
import { DeskSignInWire, parsePin, serializeDesk, serializeOpenedSession } from '@silla/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { requestedLanguage } from '../http/languages.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { deskTokenOf } from './desk-cookie.ts'
import { hidden } from './route-options.ts'
import { setSessionCookie } from './session-cookies.ts'
import { isFromBrowser } from './session-credential.ts'

/**
 * Signing in at a device that the salon shares (D64). Like other ways to sign in it precedes the salon;
 * the token of the device says which one it is.
 */
export async function deskRoutes(
  app: FastifyInstance,
  { parts, limits }: { parts: SignInParts; limits: RateLimits },
): Promise<void> {
  app.addHook('onRequest', async (request, reply) => limits.desk(request, reply))

  app.get('/sesion/mostrador/', hidden, async (request) => {
    const desk = await deskOf(request)
    const [people, agenda, { business, settings }] = await Promise.all([
      listDeskPeople(desk),
      deskAgenda(desk),
      desk.tenant.catalog(),
    ])
    const main = settings.mainLanguage
    const locale = { text: requestedLanguage(request) ?? main, main }
    return serializeDesk(desk, business.name, people, agenda, locale)
  })

  app.post<{ Body: Static<typeof DeskSignInWire> }>(
    '/sesion/mostrador/',
    { schema: { hide: true, body: DeskSignInWire } },
    async (request, reply) => {
      const { persona_id: staffId } = request.body
      const pin = parsePin(request.body)
      const desk = await deskOf(request)
      const { businessId } = desk.tenant
      await limits.pin(reply, { businessId, deviceId: desk.deviceId, staffId })
      const session = await signInAtDesk(parts, desk, { staffId, pin })
      const isBrowser = isFromBrowser(request)
      if (isBrowser) setSessionCookie(reply, session, parts.clock.now())
      return serializeOpenedSession(session, !isBrowser)
    },
  )

  app.post('/sesion/mostrador/bloquear/', hidden, async (request) => {
    await lockDesk(await deskOf(request), parts)
    return { bloqueado: true }
  })

  const deskOf = async (request: FastifyRequest) =>
    findDesk(parts, deskTokenOf(request, parts.site.origin) ?? fail('DEVICE_NOT_REGISTERED'))
}
