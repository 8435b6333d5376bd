import { findService } from '@silla/core'
import {
  CategoriesWire,
  categoryFilterParams,
  parseCategoryKind,
  parseServiceFilter,
  ServiceDetailWire,
  ServicesWire,
  serializeCategories,
  serializeServiceDetail,
  serializeServices,
  serviceFilterParams,
} from '@silla/wire'
import { operation } from './operation.ts'
import { serviceReaderOf } from './operation-options.ts'
import { list, one } from './results.ts'

const tag = 'Catalogue'

/** Services and categories. */
export const catalogOperations = [
  operation({
    name: 'servicios.listar',
    tag,
    summary: 'List services',
    description:
      'Active services. Filters narrow the list; an unknown category gives an empty list.',
    rest: { method: 'GET', path: '/servicios/' },
    graphql: { field: 'servicios' },
    access: 'anyone',
    query: { params: serviceFilterParams, parse: parseServiceFilter },
    result: list(ServicesWire, { items: 'servicios', type: 'PaginaServicios' }),
    errors: {},
    cached: { perAudience: true },
    tool: {
      guidance:
        'What the salon offers, with prices and minutes. Call it before anything else: the ids of services ' +
        'are needed to find times and to book, and are never guessed. `precio_oferta` is the price when it ' +
        'is not null. Only services with `reservable_online` can be booked here; for the others the ' +
        'customer calls the salon. `profesionales_ids` are the professionals who do it.',
    },
    respond: (_, context, { query, page }) =>
      serializeServices(context.catalog, query, page, serviceReaderOf(context)),
  }),

  operation({
    name: 'servicios.ver',
    tag,
    summary: 'Get a service',
    description:
      'An active service with its images, the professionals who offer it, and other services of ' +
      'its category.',
    rest: { method: 'GET', path: '/servicios/:id/' },
    graphql: { field: 'servicio' },
    access: 'anyone',
    ids: { id: { description: 'The service', notFound: 'SERVICE_NOT_FOUND' } },
    result: one(ServiceDetailWire),
    errors: { SERVICE_NOT_FOUND: 'unknown or inactive' },
    cached: { perAudience: true },
    respond: (_, context, { ids }) =>
      serializeServiceDetail(
        findService(context.catalog, ids.id),
        context.catalog,
        serviceReaderOf(context),
      ),
  }),

  operation({
    name: 'categorias.listar',
    tag,
    summary: 'List categories',
    description: 'Categories of services or of products, in display order.',
    rest: { method: 'GET', path: '/categorias/' },
    graphql: { field: 'categorias' },
    access: 'anyone',
    query: { params: categoryFilterParams, parse: parseCategoryKind },
    result: list(CategoriesWire, { items: 'categorias' }),
    errors: {},
    cached: {},
    respond: (_, { catalog, locale }, { query: kind, page }) =>
      serializeCategories(catalog, kind, page, locale),
  }),
]
