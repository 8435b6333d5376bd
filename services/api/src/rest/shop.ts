import { createOrder, findOrder, listOrders, stockLeft } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { NewOrderWire, parseNewOrder } from '../wire/new-order.ts'
import { OrderWire, serializeOrder } from '../wire/order.ts'
import {
  pageOf,
  parsePage,
  parsePageOrFirst,
  rowsOf,
  serializePagination,
} from '../wire/pagination.ts'
import { idPath, listQueryOf, productFilterNames, queryOf } from '../wire/parameters.ts'
import { ProductsWire, parseProductFilter, serializeProducts } from '../wire/product-list.ts'
import { parsePathId, type Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { cacheKey } from './cache-key.ts'
import { idempotent } from './idempotency.ts'
import { localizerOf } from './localizer.ts'
import { respondsCached, respondsCreated, respondsWith } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { tokenAccepted, tokenRequired } from './security-schemes.ts'

const tags = ['Shop']

/** What the salon sells over the counter, and what is kept there for a customer. */
export function shopRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get<{ Querystring: Query }>(
    '/productos/',
    {
      schema: {
        tags,
        summary: 'Products',
        description:
          'Active products. Filters narrow the list; an unknown category gives an empty one.',
        querystring: listQueryOf(productFilterNames),
        response: respondsCached(ProductsWire),
      },
    },
    async (request, reply) => {
      const filter = parseProductFilter(request.query)
      const page = parsePage(request.query)
      const catalog = await request.caller.tenant.catalog()
      if (catalog.products.some(({ isCounted }) => isCounted)) {
        const left = await stockLeft(request.caller)
        return serializeProducts(
          catalog,
          left,
          filter,
          page,
          localizerOf(request, catalog, options),
        )
      }
      return reply.cached(cacheKey(request, 'productos', filter, page), (current) =>
        serializeProducts(current, new Map(), filter, page, localizerOf(request, current, options)),
      )
    },
  )

  app.post<{ Body: Static<typeof NewOrderWire> }>(
    '/pedidos/',
    {
      config: { limit: 'create' },
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Order products',
        description:
          'Keeps products for the customer whose token it is, for 30 minutes unless the order is paid by then. All of them or none: of several who want the last piece exactly one gets it. Refused with AUTHENTICATION_REQUIRED, CUSTOMER_BLOCKED, PRODUCT_NOT_FOUND or OUT_OF_STOCK.',
        querystring: queryOf(),
        headers: idempotencyHeaders,
        body: NewOrderWire,
        response: respondsCreated(ref(OrderWire)),
      },
    },
    async (request, reply) => {
      const input = parseNewOrder(request.body)
      const order = await idempotent(request, reply, (context) => createOrder(context, input))
      const catalog = await request.caller.tenant.catalog()
      return reply
        .code(201)
        .send(serializeOrder(order, catalog, localizerOf(request, catalog, options)))
    },
  )

  app.get<{ Querystring: Query }>(
    '/pedidos/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Orders',
        description:
          'Those of the customer whose token it is, or all of the business with its secret key; the latest first, in pages. Refused with AUTHENTICATION_REQUIRED.',
        querystring: listQueryOf(),
        response: respondsWith(pageOf(ref(OrderWire), 'The latest first')),
      },
    },
    async (request) => {
      const page = parsePageOrFirst(request.query)
      const found = await listOrders(request.caller, rowsOf(page))
      const catalog = await request.caller.tenant.catalog()
      const wording = localizerOf(request, catalog, options)
      return {
        items: found.orders.map((order) => serializeOrder(order, catalog, wording)),
        pagination: serializePagination(found.total, page),
      }
    },
  )

  app.get<{ Params: { id: string } }>(
    '/pedidos/:id/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'One order',
        description:
          'For its customer, and for the business with its secret key. Refused with AUTHENTICATION_REQUIRED, and with ORDER_NOT_FOUND also where it is somebody else’s.',
        params: idPath('The order'),
        querystring: queryOf(),
        response: respondsWith(ref(OrderWire)),
      },
    },
    async (request) => {
      const id = parsePathId(request.params.id) ?? fail('ORDER_NOT_FOUND')
      const order = await findOrder(request.caller, id)
      const catalog = await request.caller.tenant.catalog()
      return serializeOrder(order, catalog, localizerOf(request, catalog, options))
    },
  )
}
