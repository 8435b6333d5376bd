import {
  customerProfile,
  eraseCustomer,
  exportCustomer,
  signedInCustomer,
  today,
  updateProfile,
} from '@silla/core'
import {
  DataExportWire,
  ErasureWire,
  ProfileChangeWire,
  ProfileWire,
  parseProfileChange,
  querySchema,
  ref,
  serializeDataExport,
  serializeErasure,
  serializeProfile,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'
import { tokenRequired } from './security-schemes.ts'

const tags = ['Customer']

/** The profile and data of the signed-in customer (D12). */
export function customerRoutes(app: FastifyInstance, options: OperationOptions): void {
  const { credentials } = options

  app.get(
    '/cliente/perfil/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: "Get the customer's profile",
        description: 'Needs a customer token. Errors: AUTHENTICATION_REQUIRED.',
        querystring: querySchema(),
        response: okResponse(ref(ProfileWire)),
      },
    },
    async (request) => serializeProfile(await customerProfile(request.context)),
  )

  app.put<{ Body: Static<typeof ProfileChangeWire> }>(
    '/cliente/perfil/',
    {
      config: { action: null },
      schema: {
        tags,
        security: tokenRequired,
        summary: "Update the customer's profile",
        description:
          'Absent fields stay unchanged. A new password needs `password_actual`, or a token ' +
          'obtained with a code within the last ten minutes; it ends all other sessions. ' +
          'Errors: AUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, WEAK_PASSWORD, INVALID_DATE ' +
          '(`fecha_nacimiento`).',
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
      config: { action: null },
      schema: {
        tags,
        security: tokenRequired,
        summary: "Erase the customer's account",
        description:
          'Erases all personal data: name, e-mail, phone, notes, stored e-mails, the account ' +
          'and its sessions. Bookings, orders and amounts are kept without a name. Upcoming ' +
          'visits are cancelled. This cannot be undone.',
        querystring: querySchema(),
        response: okResponse(ErasureWire),
      },
    },
    async (request) => serializeErasure(await eraseCustomer(request.context)),
  )

  app.get(
    '/cliente/exportar/',
    {
      config: { weight: requestWeights.heavy },
      schema: {
        tags,
        security: tokenRequired,
        summary: "Export the customer's data",
        description:
          'Everything that the business stores about the customer, as one document. Needs a ' +
          'customer token. Errors: AUTHENTICATION_REQUIRED.',
        querystring: querySchema(),
        response: okResponse(DataExportWire),
      },
    },
    async (request) => {
      const data = await exportCustomer(request.context)
      const catalog = await request.context.tenant.catalog()
      return serializeDataExport(data, catalog, localeOf(request, catalog, options))
    },
  )
}
