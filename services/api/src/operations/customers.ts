import {
  adjustPoints,
  blockCustomer,
  createCustomer,
  customerCard,
  listCustomersByPhone,
  mergeCustomers,
  searchCustomers,
  unblockCustomer,
  updateCustomer,
} from '@silla/core'
import {
  AdjustmentWire,
  CustomerCardWire,
  CustomerChangeWire,
  CustomerWire,
  customerSearchParams,
  MergedCustomersWire,
  MergeWire,
  MovementWire,
  NewCustomerWire,
  offsetAndLimit,
  parseAdjustment,
  parseCustomerChange,
  parseCustomerSearch,
  parseNewCustomer,
  requireOther,
  serializeCustomer,
  serializeCustomerCard,
  serializeMergedCustomers,
  serializeMovement,
} from '@silla/wire'
import { allAgendasErrors } from './access.ts'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Customers'
const path = '/clientes/'
export const customerId = { description: 'The customer', notFound: 'CUSTOMER_NOT_FOUND' } as const
export const unknownCustomer = {
  CUSTOMER_NOT_FOUND:
    'no such customer, one who was erased, or one outside the own agenda of the member of staff',
  CUSTOMER_MERGED: 'the customer was merged into another one, whom `error.cliente` names',
} as const
const existing = {
  CUSTOMER_EXISTS: 'another customer has the e-mail; `error.cliente` names them',
} as const

/** The customers of the business, for the people who work there (D74). */
export const customersOperations = [
  operation({
    name: 'clientes.buscar',
    tag,
    summary: 'Search customers',
    description:
      'With `q` those of whom a word of the name, the e-mail or the phone begins with it, or the ' +
      'phone ends with its digits; with `telefono` those who have this phone, the latest visit ' +
      'first; with neither the newest. Case, accents and the spelling of phones do not matter. At ' +
      'most 500 customers are counted and listed, of the newest 5,000. Without ' +
      '`clientes.contacto` e-mail and phone are empty and find nothing.',
    rest: { method: 'GET', path },
    graphql: { field: 'clientes' },
    access: 'customers.view',
    query: {
      params: customerSearchParams,
      parse: (params, { catalog }) =>
        parseCustomerSearch(params, { country: catalog.business.address.country }),
    },
    result: pages(CustomerWire, { type: 'PaginaClientes', order: 'The best matches first' }),
    errors: {
      VALIDATION_ERROR: 'among others: `q` and `telefono`, or a `telefono` that is no phone',
    },
    weight: 'list',
    run: (context, { page, query }) =>
      'phone' in query
        ? listCustomersByPhone(context, query.phone)
        : searchCustomers(context, { ...query, ...offsetAndLimit(page) }),
    respond: ({ customers, total }, _context, { page }) =>
      pageOf(customers.map(serializeCustomer), total, page),
  }),

  operation({
    name: 'clientes.ver',
    tag,
    summary: "Get a customer's card",
    description: 'Contact details, language and points, and the history of visits and purchases.',
    rest: { method: 'GET', path: `${path}:id/` },
    graphql: { field: 'ficha_cliente' },
    access: 'customers.view',
    ids: { id: customerId },
    result: one(CustomerCardWire),
    errors: unknownCustomer,
    run: (context, { ids }) => customerCard(context, ids.id),
    respond: (card, { locale }) => serializeCustomerCard(card, locale),
  }),

  operation({
    name: 'clientes.crear',
    tag,
    summary: 'Add a customer',
    description:
      'For somebody at the desk or on the phone. Several customers may have one phone: `GET ' +
      '/clientes/?telefono=` finds who has it already.',
    rest: { method: 'POST', path, status: 201 },
    graphql: { field: 'crear_cliente', input: 'NuevoCliente' },
    access: 'customers.contact',
    audit: 'customers.create',
    body: {
      schema: NewCustomerWire,
      parse: (body, { catalog }) =>
        parseNewCustomer(body, { country: catalog.business.address.country }),
    },
    result: one(CustomerCardWire),
    errors: {
      ...allAgendasErrors('customers.contact'),
      ...existing,
      CUSTOMER_NOT_FOUND: 'a repetition with its `Idempotency-Key`, after the customer was erased',
      CUSTOMER_MERGED:
        'the same, after the customer was merged into another one, whom `error.cliente` names',
    },
    idempotent: true,
    run: (context, { body }) => createCustomer(context, body),
    respond: (card, { locale }) => serializeCustomerCard(card, locale),
  }),

  operation({
    name: 'clientes.cambiar',
    tag,
    summary: "Update a customer's card",
    description:
      'Absent fields stay unchanged; `quitar` empties e-mail or phone. Bookings keep the contact ' +
      'details that they were made with.',
    rest: { method: 'PUT', path: `${path}:id/` },
    graphql: { field: 'actualizar_cliente', input: 'CambioCliente' },
    access: 'customers.contact',
    audit: 'customers.update',
    ids: { id: customerId },
    body: {
      schema: CustomerChangeWire,
      parse: (body, { catalog }) =>
        parseCustomerChange(body, { country: catalog.business.address.country }),
    },
    result: one(CustomerCardWire),
    errors: {
      ...unknownCustomer,
      VERSION_CONFLICT: 'the card has another `version`',
      CUSTOMER_HAS_ACCOUNT: 'another e-mail for somebody who signs in with theirs',
      ...existing,
    },
    idempotent: true,
    run: (context, { ids, body }) => updateCustomer(context, { id: ids.id, ...body }),
    respond: (card, { locale }) => serializeCustomerCard(card, locale),
  }),

  operation({
    name: 'clientes.bloquear',
    tag,
    summary: 'Block a customer from booking',
    description:
      'Bookings with their e-mail are CUSTOMER_BLOCKED, signed in or not, unless the business makes ' +
      'them. Existing bookings stay. Somebody without an e-mail is marked only.',
    rest: { method: 'POST', path: `${path}:id/bloquear/` },
    graphql: { field: 'bloquear_cliente' },
    access: 'customers.contact',
    audit: 'customers.block',
    ids: { id: customerId },
    body: noBody,
    result: one(CustomerCardWire),
    errors: unknownCustomer,
    idempotent: true,
    run: (context, { ids }) => blockCustomer(context, ids.id),
    respond: (card, { locale }) => serializeCustomerCard(card, locale),
  }),

  operation({
    name: 'clientes.desbloquear',
    tag,
    summary: 'Unblock a customer',
    description: 'They can book again.',
    rest: { method: 'POST', path: `${path}:id/desbloquear/` },
    graphql: { field: 'desbloquear_cliente' },
    access: 'customers.contact',
    audit: 'customers.unblock',
    ids: { id: customerId },
    body: noBody,
    result: one(CustomerCardWire),
    errors: unknownCustomer,
    idempotent: true,
    run: (context, { ids }) => unblockCustomer(context, ids.id),
    respond: (card, { locale }) => serializeCustomerCard(card, locale),
  }),

  operation({
    name: 'clientes.puntos',
    tag,
    summary: "Add or take off a customer's points",
    description:
      'A movement of the kind `ajuste`, which the customer sees with its reason. The balance is ' +
      'never below 0.',
    rest: { method: 'POST', path: `${path}:id/puntos/`, status: 201 },
    graphql: { field: 'ajustar_puntos', input: 'AjustePuntos' },
    access: 'till.discount',
    audit: 'customers.adjust-points',
    ids: { id: customerId },
    body: { schema: AdjustmentWire, parse: parseAdjustment },
    result: one(MovementWire),
    errors: {
      ...unknownCustomer,
      BALANCE_TOO_LOW: 'the customer has fewer points than are taken off; `error.saldo` has them',
    },
    idempotent: true,
    run: (context, { ids, body }) => adjustPoints(context, { customerId: ids.id, ...body }),
    respond: (movement, { locale }) => serializeMovement(movement, locale),
  }),

  operation({
    name: 'clientes.fusionar',
    tag,
    summary: 'Merge another customer into this one',
    description:
      'Bookings, orders, payments, entries of the waitlist, notes, consents and points of `con` ' +
      'become those of this customer. It cannot be undone. With `X-Simular: true` nothing changes, ' +
      'and the response shows what would be. This customer stays as they are: e-mail and phone ' +
      'are taken from `con` where they are empty. They are blocked if one of both was. Guests who ' +
      'book with the other e-mail are this customer from now on, until somebody opens an account ' +
      'with it. Of the consents the latest of each kind counts.',
    rest: { method: 'POST', path: `${path}:id/fusionar/` },
    graphql: { field: 'fusionar_clientes', input: 'FusionClientes' },
    access: 'customers.export',
    audit: 'customers.merge',
    ids: { id: customerId },
    body: { schema: MergeWire, parse: ({ con }) => con },
    result: one(MergedCustomersWire),
    errors: {
      VALIDATION_ERROR: 'among others: `con` is the same customer',
      CUSTOMER_NOT_FOUND: 'no such customer, of both, or one who was erased',
      CUSTOMER_MERGED: 'one of both was merged before; `error.cliente` names whom into',
      ACCOUNT_NOT_MERGEABLE:
        '`con` has an account: merge the other way round; not possible when both have one',
      MERGE_PAYMENT_OPEN: 'both have an unfinished payment of the same points package',
    },
    idempotent: true,
    simulated: true,
    run: (context, { ids, body, simulated }) =>
      mergeCustomers(context, {
        targetId: ids.id,
        sourceId: requireOther(ids.id, body),
        simulated,
      }),
    respond: (merged, { locale }, { simulated }) =>
      serializeMergedCustomers(merged, { simulated }, locale),
  }),
]
