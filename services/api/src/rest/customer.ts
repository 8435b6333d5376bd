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
import { DataExportWire, serializeDataExport } from '../wire/data-export.ts'
import { querySchema } from '../wire/param-schemas.ts'
import {
  ErasureWire,
  ProfileChangeWire,
  ProfileWire,
  parseProfileChange,
  serializeErasure,
  serializeProfile,
} from '../wire/profile.ts'
import { ref } from '../wire/schema.ts'
import { okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'
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
        querystring: querySchema(),
        response: okResponse(ref(ProfileWire)),
      },
    },
    async (request) => serializeProfile(await customerProfile(request.context)),
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
        querystring: querySchema(),
        body: ProfileChangeWire,
        response: okResponse(ref(ProfileWire)),
      },
    },
    async (request, reply) => {
      const { customerId } = signedInCustomer(request.context)
      const catalog = await request.context.tenant.catalog()
      const input = parseProfileChange(request.body, {
        country: catalog.business.address.country,
        today: today(catalog, request.context.clock),
      })
      if (input.password !== null) await reply.limitAccount('auth', `customer ${customerId}`)
      return serializeProfile(await updateProfile(request.context, credentials, input))
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
        querystring: querySchema(),
        response: okResponse(ErasureWire),
      },
    },
    async (request) => serializeErasure(await eraseCustomer(request.context)),
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
        querystring: querySchema(),
        response: okResponse(DataExportWire),
      },
    },
    async (request) => {
      const own = await exportCustomer(request.context)
      const catalog = await request.context.tenant.catalog()
      return serializeDataExport(own, catalog, localeOf(request, catalog, options))
    },
  )
}
