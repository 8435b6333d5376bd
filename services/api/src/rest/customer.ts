import {
  customerProfile,
  eraseCustomer,
  exportCustomer,
  signedInCustomer,
  today,
  updateProfile,
} from '@silla/core'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { DataExportWire, serializeOwnRecords } from '../wire/data-export.ts'
import { queryOf } from '../wire/parameters.ts'
import {
  ErasedWire,
  ProfileChangeWire,
  ProfileWire,
  parseProfileChange,
  serializeErased,
  serializeProfile,
} from '../wire/profile.ts'
import { ref } from '../wire/schema.ts'
import { localizerOf } from './localizer.ts'
import { respondsWith } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { tokenRequired } from './security-schemes.ts'

const tags = ['Customer']

/** What the salon knows of the customer who asks (D12). */
export function customerRoutes(app: FastifyInstance, options: RestOptions): void {
  const { credentials } = options

  app.get(
    '/cliente/perfil/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Own profile',
        description: 'Needs a customer token, else AUTHENTICATION_REQUIRED.',
        querystring: queryOf(),
        response: respondsWith(ref(ProfileWire)),
      },
    },
    async (request) => serializeProfile(await customerProfile(request.caller)),
  )

  app.put<{ Body: Static<typeof ProfileChangeWire> }>(
    '/cliente/perfil/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Change the own profile',
        description:
          'What is left out stays. A new password takes `password_actual`, or a token that was given for a code within the last ten minutes, and ends all other sessions. Refused with AUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or WEAK_PASSWORD.',
        querystring: queryOf(),
        body: ProfileChangeWire,
        response: respondsWith(ref(ProfileWire)),
      },
    },
    async (request, reply) => {
      const { customerId } = signedInCustomer(request.caller)
      const catalog = await request.caller.tenant.catalog()
      const input = parseProfileChange(request.body, {
        country: catalog.business.address.country,
        today: today(catalog, request.caller.clock),
      })
      if (input.password !== null) await reply.limitAccount('auth', `customer ${customerId}`)
      return serializeProfile(await updateProfile(request.caller, credentials, input))
    },
  )

  app.delete(
    '/cliente/perfil/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Erase the own account',
        description:
          'Everything personal goes: name, e-mail, phone, notes, letters, the account and its sessions. What was done and for how much stays in the books without a name. Visits still to come are cancelled. It cannot be undone.',
        querystring: queryOf(),
        response: respondsWith(ErasedWire),
      },
    },
    async (request) => serializeErased(await eraseCustomer(request.caller)),
  )

  app.get(
    '/cliente/exportar/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Everything about me',
        description:
          'All that the business keeps about the customer, as one document. Needs a customer token, else AUTHENTICATION_REQUIRED.',
        querystring: queryOf(),
        response: respondsWith(DataExportWire),
      },
    },
    async (request) => {
      const own = await exportCustomer(request.caller)
      const catalog = await request.caller.tenant.catalog()
      return serializeOwnRecords(own, catalog, localizerOf(request, catalog, options))
    },
  )
}
