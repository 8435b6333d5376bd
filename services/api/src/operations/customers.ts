import {
  createCustomer,
  customerCard,
  listCustomersByPhone,
  searchCustomers,
  updateCustomer,
} from '@silla/core'
import {
  CustomerCardWire,
  CustomerChangeWire,
  CustomerWire,
  customerSearchParams,
  NewCustomerWire,
  offsetAndLimit,
  parseCustomerChange,
  parseCustomerSearch,
  parseNewCustomer,
  serializeCustomer,
  serializeCustomerCard,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Customers'
const path = '/clientes/'
export const customerId = { description: 'The customer', notFound: 'CUSTOMER_NOT_FOUND' } as const
export const unknownCustomer = {
  CUSTOMER_NOT_FOUND:
    'no such customer, one who was erased, or one outside the own agenda of the member of staff',
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
    errors: existing,
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
]
