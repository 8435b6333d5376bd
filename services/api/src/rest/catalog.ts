import { findService } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../plugins/request-slots.ts'
import { CategoriesWire, parseCategoryKind, serializeCategories } from '../wire/category.ts'
import { parsePage } from '../wire/pagination.ts'
import {
  categoryFilterParams,
  idPathSchema,
  listQuerySchema,
  querySchema,
  serviceFilterParams,
} from '../wire/param-schemas.ts'
import { type Params, parseRecordId } from '../wire/params.ts'
import { ref } from '../wire/schema.ts'
import { ServiceDetailWire, serializeServiceDetail } from '../wire/service.ts'
import { parseServiceFilter, ServicesWire, serializeServices } from '../wire/service-list.ts'
import { cacheableResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf, serviceReaderOf } from './rest-options.ts'

const tags = ['Catalogue']

/** Services and categories. */
export function catalogRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get<{ Querystring: Params }>(
    '/servicios/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'List services',
        description:
          'Active services. Filters narrow the list; an unknown category gives an empty list.',
        querystring: listQuerySchema(serviceFilterParams),
        response: cacheableResponse(ServicesWire),
      },
    },
    (request, reply) => {
      const filter = parseServiceFilter(request.query)
      const page = parsePage(request.query)
      return reply.sendCached(
        ['servicios', filter, page],
        (catalog) =>
          serializeServices(catalog, filter, page, serviceReaderOf(request, catalog, options)),
        { perAudience: true },
      )
    },
  )

  app.get<{ Params: { id: string } }>(
    '/servicios/:id/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'Get a service',
        description:
          'An active service with its images, the professionals who offer it, and other ' +
          'services of its category. Errors: SERVICE_NOT_FOUND.',
        params: idPathSchema('The service'),
        querystring: querySchema(),
        response: cacheableResponse(ref(ServiceDetailWire)),
      },
    },
    (request, reply) => {
      const id = parseRecordId(request.params.id) ?? fail('SERVICE_NOT_FOUND')
      return reply.sendCached(
        ['servicio', id],
        (catalog) =>
          serializeServiceDetail(
            findService(catalog, id),
            catalog,
            serviceReaderOf(request, catalog, options),
          ),
        { perAudience: true },
      )
    },
  )

  app.get<{ Querystring: Params }>(
    '/categorias/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'List categories',
        description: 'Categories of services or of products, in display order.',
        querystring: listQuerySchema(categoryFilterParams),
        response: cacheableResponse(CategoriesWire),
      },
    },
    (request, reply) => {
      const kind = parseCategoryKind(request.query)
      const page = parsePage(request.query)
      return reply.sendCached(['categorias', kind, page], (catalog) =>
        serializeCategories(catalog, kind, page, localeOf(request, catalog, options)),
      )
    },
  )
}
