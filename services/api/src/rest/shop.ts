import { createOrder, findOrder, listOrders, stockLeft } from '@silla/core'
import { fail } from '@silla/errors'
import {
  idempotencyHeaders,
  idPathSchema,
  listQuerySchema,
  NewOrderWire,
  OrderWire,
  offsetAndLimit,
  type Params,
  ProductsWire,
  pageSchema,
  parseNewOrder,
  parsePage,
  parsePageOrFirst,
  parseProductFilter,
  parseRecordId,
  productFilterParams,
  querySchema,
  ref,
  serializeOrder,
  serializePagination,
  serializeProducts,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { cacheableResponse, createdResponse, okResponse } from './response-schemas.ts'
import { tokenAccepted, tokenRequired } from './security-schemes.ts'

const tags = ['Shop']

/** Products and orders. */
export function shopRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get<{ Querystring: Params }>(
    '/productos/',
    {
      config: { weight: requestWeights.none },
      schema: {
        tags,
        summary: 'List products',
        description:
          'Active products. Filters narrow the list; an unknown category gives an empty list.',
        querystring: listQuerySchema(productFilterParams),
        response: cacheableResponse(ProductsWire),
      },
    },
    async (request, reply) => {
      const filter = parseProductFilter(request.query)
      const page = parsePage(request.query)
      const catalog = await request.context.tenant.catalog()
      if (catalog.products.some(({ isCounted }) => isCounted)) {
        const stock = await stockLeft(request.context)
        return serializeProducts(catalog, stock, filter, page, localeOf(request, catalog, options))
      }
      const key = ['productos', filter, page]
      return reply.sendCached({ catalog, key, perAudience: false }, () =>
        serializeProducts(catalog, new Map(), filter, page, localeOf(request, catalog, options)),
      )
    },
  )

  app.post<{ Body: Static<typeof NewOrderWire> }>(
    '/pedidos/',
    {
      config: { limit: 'create', action: null },
      schema: {
        tags,
        security: tokenRequired,
        summary: 'Create an order',
        description:
          'Reserves products for the customer whose token is sent, for 30 minutes unless the ' +
          'order is paid by then. All products or none: of several requests for the last piece ' +
          'exactly one succeeds. Errors: AUTHENTICATION_REQUIRED, CUSTOMER_BLOCKED, ' +
          'PRODUCT_NOT_FOUND, OUT_OF_STOCK.',
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewOrderWire,
        response: createdResponse(ref(OrderWire)),
      },
    },
    async (request, reply) => {
      const input = parseNewOrder(request.body)
      const order = await idempotent(request, reply, (context) => createOrder(context, input))
      const catalog = await request.context.tenant.catalog()
      return reply
        .code(201)
        .send(serializeOrder(order, catalog, localeOf(request, catalog, options)))
    },
  )

  app.get<{ Querystring: Params }>(
    '/pedidos/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'List orders',
        description:
          'The orders of the customer whose token is sent, or all orders of the business with ' +
          'its secret key; newest first, in pages. Errors: AUTHENTICATION_REQUIRED.',
        querystring: listQuerySchema(),
        response: okResponse(pageSchema(ref(OrderWire), 'Newest first')),
      },
    },
    async (request) => {
      const page = parsePageOrFirst(request.query)
      const found = await listOrders(request.context, offsetAndLimit(page))
      const catalog = await request.context.tenant.catalog()
      const locale = localeOf(request, catalog, options)
      return {
        items: found.orders.map((order) => serializeOrder(order, catalog, locale)),
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
        summary: 'Get an order',
        description:
          'For its customer, and for the business with its secret key. Errors: ' +
          'AUTHENTICATION_REQUIRED, and ORDER_NOT_FOUND also for the order of another customer.',
        params: idPathSchema('The order'),
        querystring: querySchema(),
        response: okResponse(ref(OrderWire)),
      },
    },
    async (request) => {
      const id = parseRecordId(request.params.id) ?? fail('ORDER_NOT_FOUND')
      const order = await findOrder(request.context, id)
      const catalog = await request.context.tenant.catalog()
      return serializeOrder(order, catalog, localeOf(request, catalog, options))
    },
  )
}
