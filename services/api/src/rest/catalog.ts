import { findService } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { CategoriesWire, parseCategoryKind, serializeCategories } from '../wire/category.ts'
import { parsePage } from '../wire/pagination.ts'
import {
  categoryFilterNames,
  idPath,
  listQueryOf,
  queryOf,
  serviceFilterNames,
} from '../wire/parameters.ts'
import { parsePathId, type Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { ServiceDetailWire, serializeServiceDetail } from '../wire/service.ts'
import { parseServiceFilter, ServicesWire, serializeServices } from '../wire/service-list.ts'
import { cacheKey } from './cache-key.ts'
import { localizerOf } from './localizer.ts'
import { respondsCached } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'

const tags = ['Catalogue']

/** What the salon does, and how it groups it. */
export function catalogRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get<{ Querystring: Query }>(
    '/servicios/',
    {
      schema: {
        tags,
        summary: 'Services',
        description:
          'Active services. Filters narrow the list; an unknown category gives an empty one.',
        querystring: listQueryOf(serviceFilterNames),
        response: respondsCached(ServicesWire),
      },
    },
    (request, reply) => {
      const filter = parseServiceFilter(request.query)
      const page = parsePage(request.query)
      return reply.cached(cacheKey(request, 'servicios', filter, page), (catalog) =>
        serializeServices(catalog, filter, page, localizerOf(request, catalog, options)),
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/servicios/:id/',
    {
      schema: {
        tags,
        summary: 'One service',
        description:
          'An active service with its images, who offers it, and others of its category. Refused with SERVICE_NOT_FOUND.',
        params: idPath('The service'),
        querystring: queryOf(),
        response: respondsCached(ref(ServiceDetailWire)),
      },
    },
    (request, reply) => {
      const id = parsePathId(request.params.id) ?? fail('SERVICE_NOT_FOUND')
      return reply.cached(cacheKey(request, 'servicio', id), (catalog) =>
        serializeServiceDetail(
          findService(catalog, id),
          catalog,
          localizerOf(request, catalog, options),
        ),
      )
    },
  )

  app.get<{ Querystring: Query }>(
    '/categorias/',
    {
      schema: {
        tags,
        summary: 'Categories',
        description: 'Categories of services or of products, in display order.',
        querystring: listQueryOf(categoryFilterNames),
        response: respondsCached(CategoriesWire),
      },
    },
    (request, reply) => {
      const kind = parseCategoryKind(request.query)
      const page = parsePage(request.query)
      return reply.cached(cacheKey(request, 'categorias', kind, page), (catalog) =>
        serializeCategories(catalog, kind, page, localizerOf(request, catalog, options)),
      )
    },
  )
}
