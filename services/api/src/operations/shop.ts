import { createOrder, findOrder, listOrders, sellProducts, stockLeft } from '@silla/core'
import {
  NewOrderWire,
  NewSaleWire,
  OrderWire,
  offsetAndLimit,
  orderFilterParams,
  ProductsWire,
  parseNewOrder,
  parseNewSale,
  parseOrderFilter,
  parseProductFilter,
  productFilterParams,
  serializeOrder,
  serializeProducts,
} from '@silla/wire'
import { operation } from './operation.ts'
import { list, one, pageOf, pages } from './results.ts'

const tag = 'Shop'

/** Products and orders (D25). */
export const shopOperations = [
  operation({
    name: 'productos.listar',
    tag,
    summary: 'List products',
    description:
      'Active products. Filters narrow the list; an unknown category gives an empty list.',
    rest: { method: 'GET', path: '/productos/' },
    graphql: { field: 'productos' },
    access: 'anyone',
    query: { params: productFilterParams, parse: parseProductFilter },
    result: list(ProductsWire, { items: 'productos', type: 'PaginaProductos' }),
    errors: {},
    // how many pieces are left is not in the catalogue
    cached: { when: (_, { catalog }) => !catalog.products.some(({ isCounted }) => isCounted) },
    run: stockLeft,
    respond: (
      stock: ReadonlyMap<number, number> | undefined,
      { catalog, locale },
      { query, page },
    ) => serializeProducts(catalog, stock ?? new Map(), query, page, locale),
  }),

  operation({
    name: 'pedidos.crear',
    tag,
    summary: 'Create an order',
    description:
      'Reserves products for the customer whose token is sent, for 30 minutes unless the order is ' +
      'paid by then. All products or none: of several requests for the last piece exactly one ' +
      'succeeds.',
    rest: { method: 'POST', path: '/pedidos/', status: 201 },
    graphql: { field: 'crear_pedido', input: 'NuevoPedido' },
    access: 'customer',
    audit: null,
    body: { schema: NewOrderWire, parse: parseNewOrder },
    result: one(OrderWire),
    errors: {
      CUSTOMER_BLOCKED: 'the salon does not accept orders from this customer',
      PRODUCT_NOT_FOUND: 'unknown or no longer sold',
      OUT_OF_STOCK: 'not enough pieces left; nothing was reserved',
    },
    idempotent: true,
    limit: 'create',
    run: (context, { body }) => createOrder(context, body),
    respond: (order, { catalog, locale }) => serializeOrder(order, catalog, locale),
  }),

  operation({
    name: 'pedidos.vender',
    tag,
    summary: 'Sell products at the desk',
    description:
      'An order that is handed over at once (`entregado`), with its stock: all products or none. What is ' +
      'taken for it is recorded with `POST /cobros/`. The customer gets no email.',
    rest: { method: 'POST', path: '/ventas/', status: 201 },
    graphql: { field: 'vender_productos', input: 'NuevaVenta' },
    access: 'till.charge',
    audit: 'till.sell',
    body: { schema: NewSaleWire, parse: parseNewSale },
    result: one(OrderWire),
    errors: {
      VALIDATION_ERROR:
        'among others: a product twice, or more than one of `cliente_id`, `reserva_id` and `nombre`',
      CUSTOMER_NOT_FOUND: 'no such customer',
      BOOKING_NOT_FOUND: 'no such booking, or one that the member of staff does not take part in',
      PRODUCT_NOT_FOUND: 'unknown or no longer sold',
      OUT_OF_STOCK: 'not enough pieces left; nothing was sold',
    },
    idempotent: true,
    run: (context, { body }) => sellProducts(context, { ...body, simulated: false }),
    respond: (order, { catalog, locale }) => serializeOrder(order, catalog, locale),
  }),

  operation({
    name: 'pedidos.listar',
    tag,
    summary: 'List orders',
    description:
      'The orders of the customer whose token is sent, or all orders of the business with its ' +
      'secret key; newest first, in pages. `por_cobrar` finds what was handed over and not paid for.',
    rest: { method: 'GET', path: '/pedidos/' },
    graphql: { field: 'pedidos' },
    access: 'customerOrBusiness',
    query: { params: orderFilterParams, parse: parseOrderFilter },
    result: pages(OrderWire, { type: 'PaginaPedidos', order: 'Newest first' }),
    errors: { VALIDATION_ERROR: '`por_cobrar` is no boolean, or `cliente_id` no number' },
    run: (context, { page, query }) => listOrders(context, query, offsetAndLimit(page)),
    respond: ({ orders, total }, { catalog, locale }, { page }) =>
      pageOf(
        orders.map((order) => serializeOrder(order, catalog, locale)),
        total,
        page,
      ),
  }),

  operation({
    name: 'pedidos.ver',
    tag,
    summary: 'Get an order',
    description: 'For its customer, and for the business.',
    rest: { method: 'GET', path: '/pedidos/:id/' },
    graphql: { field: 'pedido' },
    access: 'customerOrBusiness',
    ids: { id: { description: 'The order', notFound: 'ORDER_NOT_FOUND' } },
    result: one(OrderWire),
    errors: { ORDER_NOT_FOUND: 'no such order, or that of another customer' },
    run: (context, { ids }) => findOrder(context, ids.id),
    respond: (order, { catalog, locale }) => serializeOrder(order, catalog, locale),
  }),
]
