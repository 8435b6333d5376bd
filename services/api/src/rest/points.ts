import { customerPoints } from '@silla/core'
import type { Params } from '@silla/wire'
import {
  listQuerySchema,
  MovementWire,
  offsetAndLimit,
  PackagesWire,
  PointsWire,
  pageSchema,
  parsePage,
  parsePageOrFirst,
  querySchema,
  ref,
  serializeMovement,
  serializePackages,
  serializePagination,
  serializePoints,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { cacheableResponse, okResponse } from './response-schemas.ts'
import { tokenRequired } from './security-schemes.ts'

const tags = ['Points']
const latest = { offset: 0, limit: 20 }

/** Loyalty points of a customer, and packages of points for sale. */
export function pointsRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get(
    '/cliente/puntos/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: "Get the customer's points",
        description:
          'The balance and the latest movements. Needs a customer token. Errors: ' +
          'AUTHENTICATION_REQUIRED.',
        querystring: querySchema(),
        response: okResponse(PointsWire),
      },
    },
    async (request) => {
      const points = await customerPoints(request.context, latest)
      const catalog = await request.context.tenant.catalog()
      return serializePoints(points, catalog, localeOf(request, catalog, options))
    },
  )

  app.get<{ Querystring: Params }>(
    '/cliente/puntos/movimientos/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: "List the customer's points movements",
        description:
          'All movements, newest first, in pages. Needs a customer token. Errors: ' +
          'AUTHENTICATION_REQUIRED.',
        querystring: listQuerySchema(),
        response: okResponse(pageSchema(ref(MovementWire), 'Newest first')),
      },
    },
    async (request) => {
      const page = parsePageOrFirst(request.query)
      const { movements, total } = await customerPoints(request.context, offsetAndLimit(page))
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return {
        items: movements.map((movement) => serializeMovement(movement, locale)),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.get<{ Querystring: Params }>(
    '/puntos/paquetes/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'List points packages',
        description:
          'Packages of points for sale; an empty list when the business has disabled points.',
        querystring: listQuerySchema(),
        response: cacheableResponse(PackagesWire),
      },
    },
    async (request, reply) => {
      const page = parsePage(request.query)
      const catalog = await request.context.tenant.catalog()
      return reply.sendCached({ catalog, key: ['paquetes', page], perAudience: false }, () =>
        serializePackages(catalog, page, localeOf(request, catalog, options)),
      )
    },
  )
}
