import { findService } from '@silla/core'
import { fail } from '@silla/errors'
import {
  CategoriesWire,
  categoryFilterParams,
  idPathSchema,
  listQuerySchema,
  type Params,
  parseCategoryKind,
  parsePage,
  parseRecordId,
  parseServiceFilter,
  querySchema,
  ref,
  ServiceDetailWire,
  ServicesWire,
  serializeCategories,
  serializeServiceDetail,
  serializeServices,
  serviceFilterParams,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf, serviceReaderOf } from '../operations/operation-options.ts'
import { cacheableResponse } from './response-schemas.ts'

const tags = ['Catalogue']

/** Services and categories. */
export function catalogRoutes(app: FastifyInstance, options: OperationOptions): void {
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
