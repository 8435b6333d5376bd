import { customerPoints } from '@silla/core'
import type { FastifyInstance } from 'fastify'
import {
  pageOf,
  parsePage,
  parsePageOrFirst,
  rowsOf,
  serializePagination,
} from '../wire/pagination.ts'
import { listQueryOf, queryOf } from '../wire/parameters.ts'
import {
  MovementWire,
  PackagesWire,
  PointsWire,
  serializeMovement,
  serializePackages,
  serializePoints,
} from '../wire/points.ts'
import type { Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { cacheKey } from './cache-key.ts'
import { localizerOf } from './localizer.ts'
import { respondsCached, respondsWith } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { tokenRequired } from './security-schemes.ts'

const tags = ['Points']
const latest = { offset: 0, limit: 20 }

/** What a customer holds in points, and the points that can be bought. */
export function pointsRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get(
    '/cliente/puntos/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Own points',
        description:
          'The balance and the last movements. Needs a customer token, else AUTHENTICATION_REQUIRED.',
        querystring: queryOf(),
        response: respondsWith(PointsWire),
      },
    },
    async (request) => {
      const points = await customerPoints(request.caller, latest)
      const catalog = await request.caller.tenant.catalog()
      return serializePoints(points, catalog, localizerOf(request, catalog, options))
    },
  )

  app.get<{ Querystring: Query }>(
    '/cliente/puntos/movimientos/',
    {
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Movements of the own points',
        description:
          'All of them, the latest first, in pages. Needs a customer token, else AUTHENTICATION_REQUIRED.',
        querystring: listQueryOf(),
        response: respondsWith(pageOf(ref(MovementWire), 'The latest first')),
      },
    },
    async (request) => {
      const page = parsePageOrFirst(request.query)
      const { movements, total } = await customerPoints(request.caller, rowsOf(page))
      const wording = localizerOf(request, await request.caller.tenant.catalog(), options)
      return {
        items: movements.map((movement) => serializeMovement(movement, wording)),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.get<{ Querystring: Query }>(
    '/puntos/paquetes/',
    {
      schema: {
        tags,
        summary: 'Points packages',
        description:
          'Points that can be bought; an empty list where the business does not work with points.',
        querystring: listQueryOf(),
        response: respondsCached(PackagesWire),
      },
    },
    (request, reply) => {
      const page = parsePage(request.query)
      return reply.cached(cacheKey(request, 'paquetes', page), (catalog) =>
        serializePackages(catalog, page, localizerOf(request, catalog, options)),
      )
    },
  )
}
