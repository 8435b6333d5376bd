import {
  addPasskey,
  deletePasskey,
  endOwnSession,
  findSignedIn,
  listOwnSessions,
  listPasskeys,
  listStaffSalons,
  newPasskeyChallenge,
  newRecoveryCodes,
  type OpenedStaffSession,
  pageUrls,
  renamePasskey,
  type SignInParts,
  type StaffIdentity,
  stepUp,
  stepUpChallenge,
  supportInside,
  switchSalon,
} from '@silla/core'
import { type Code, fail } from '@silla/errors'
import {
  NewPasskeyWire,
  PasskeyAnswerWire,
  PasskeyNameWire,
  parseNewPasskey,
  parsePasskeyAnswer,
  parsePasskeyName,
  parseRecordId,
  SalonWire,
  serializeOpenedSession,
  serializeOwnSession,
  serializePasskey,
  serializeSignedInStaff,
  serializeStaffSalon,
  serializeSupportInside,
} from '@silla/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { addOwnSite } from '../http/own-site.ts'
import { deviceRoutes } from './device-routes.ts'
import { changing, hidden } from './route-options.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookies.ts'
import { isFromBrowser } from './session-credential.ts'

/** Paths of the person who is signed in: their session, passkeys and salons (D61, D62). */
export async function sessionRoutes(
  app: FastifyInstance,
  {
    production,
    publicUrl,
    ...parts
  }: SignInParts & { production: boolean; publicUrl: string | null },
): Promise<void> {
  addOwnSite(app, { url: parts.site.origin, production })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.context.identity.kind !== 'staff') fail('AUTHENTICATION_REQUIRED')
    done()
  })

  await app.register(deviceRoutes, parts)

  app.get('/sesion/', hidden, async ({ context }) => {
    const [person, catalog, inside] = await Promise.all([
      findSignedIn(context),
      context.tenant.catalog(),
      supportInside(context),
    ])
    const { businessId, slug } = context.tenant
    const salon = { businessId, slug, name: catalog.business.name }
    const page = pageUrls(publicUrl, slug, catalog.settings)?.booking ?? null
    const identity = context.identity as StaffIdentity
    return {
      ...serializeSignedInStaff(person, identity, { ...salon, page }, catalog),
      soporte: inside.map(serializeSupportInside),
      // the clock of a page may be wrong by hours
      ahora: context.clock.now().toISOString(),
    }
  })

  app.delete('/sesion/', changing(null), async ({ context }, reply) => {
    await endOwnSession(context, null)
    clearSessionCookie(reply)
    return { sesion_cerrada: true }
  })

  app.get('/sesion/sesiones/', hidden, async ({ context }) => ({
    sesiones: (await listOwnSessions(context)).map(serializeOwnSession),
  }))

  app.delete<WithId>('/sesion/sesiones/:id/', changing('sessions.end'), async (request) => {
    const id = idOf(request.params.id, 'SESSION_NOT_FOUND')
    await endOwnSession(request.context, id)
    return { id }
  })

  app.get('/sesion/passkeys/', hidden, async ({ context }) => ({
    passkeys: (await listPasskeys(context)).map(serializePasskey),
  }))

  app.post('/sesion/passkeys/opciones/', changing(null), async ({ context }) => {
    const wanted = await newPasskeyChallenge(context, parts)
    return {
      reto: wanted.challenge,
      sitio: wanted.siteId,
      usuario: { id: wanted.userHandle, nombre: wanted.userName, mostrar: wanted.displayName },
      algoritmos: wanted.algorithms,
      excluir: wanted.credentialIds,
    }
  })

  app.post<{ Body: Static<typeof NewPasskeyWire> }>(
    '/sesion/passkeys/',
    changing('passkeys.add', NewPasskeyWire),
    async ({ context, body }) => addPasskey(context, parts, parseNewPasskey(body)),
  )

  app.put<WithId & { Body: Static<typeof PasskeyNameWire> }>(
    '/sesion/passkeys/:id/',
    changing('passkeys.rename', PasskeyNameWire),
    async ({ context, params, body }) => {
      const id = idOf(params.id, 'PASSKEY_NOT_FOUND')
      await renamePasskey(context, { id, name: parsePasskeyName(body) })
      return { id }
    },
  )

  app.delete<WithId>('/sesion/passkeys/:id/', changing('passkeys.delete'), async (request) =>
    deletePasskey(request.context, idOf(request.params.id, 'PASSKEY_NOT_FOUND')),
  )

  app.post('/sesion/confirmar/opciones/', changing(null), async ({ context }) => {
    const { challenge, siteId, credentialIds } = await stepUpChallenge(context, parts)
    return { reto: challenge, sitio: siteId, permitir: credentialIds }
  })

  app.post<{ Body: Static<typeof PasskeyAnswerWire> }>(
    '/sesion/confirmar/',
    changing(null, PasskeyAnswerWire),
    async (request, reply) => {
      const answer = parsePasskeyAnswer(request.body)
      return renewed(request, reply, await stepUp(request.context, parts, answer))
    },
  )

  app.get('/sesion/salones/', hidden, async ({ context }) => ({
    salones: (await listStaffSalons(context, parts)).map(serializeStaffSalon),
  }))

  app.post<{ Body: Static<typeof SalonWire> }>(
    '/sesion/cambiar/',
    changing(null, SalonWire),
    async (request, reply) => {
      const { negocio_id: businessId } = request.body
      return renewed(request, reply, await switchSalon(request.context, parts, businessId))
    },
  )

  app.post('/sesion/codigos-recuperacion/', changing('recovery.create'), async (request) => ({
    codigos: await newRecoveryCodes(request.context, parts),
  }))

  /** The session goes on under a new token. */
  function renewed(request: FastifyRequest, reply: FastifyReply, session: OpenedStaffSession) {
    const isBrowser = isFromBrowser(request)
    if (isBrowser) setSessionCookie(reply, session, parts.clock.now())
    return serializeOpenedSession(session, !isBrowser)
  }
}

interface WithId {
  Params: { id: string }
}

const idOf = (text: string, notFound: Code): number => parseRecordId(text) ?? fail(notFound)
