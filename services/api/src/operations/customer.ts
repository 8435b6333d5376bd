import {
  customerProfile,
  eraseCustomer,
  exportCustomer,
  signedInCustomer,
  today,
  updateProfile,
} from '@silla/core'
import {
  DataExportWire,
  ErasureWire,
  ProfileChangeWire,
  ProfileWire,
  parseProfileChange,
  serializeDataExport,
  serializeErasure,
  serializeProfile,
} from '@silla/wire'
import { operation } from './operation.ts'
import { one, unnamed } from './results.ts'

const tag = 'Customer'
const path = '/cliente/perfil/'

/** The profile and data of the signed-in customer (D12). */
export const customerOperations = [
  operation({
    name: 'perfil.ver',
    tag,
    summary: "Get the customer's profile",
    description: '',
    rest: { method: 'GET', path },
    // `perfil` of the customer
    graphql: null,
    access: 'customer',
    result: one(ProfileWire),
    errors: {},
    run: customerProfile,
    respond: serializeProfile,
  }),

  operation({
    name: 'perfil.cambiar',
    tag,
    summary: "Update the customer's profile",
    description:
      'Absent fields stay unchanged. A new password needs `password_actual`, or a token obtained ' +
      'with a code within the last ten minutes; it ends all other sessions.',
    rest: { method: 'PUT', path },
    graphql: { field: 'actualizar_perfil', input: 'CambioPerfil' },
    access: 'customer',
    audit: null,
    body: {
      schema: ProfileChangeWire,
      parse: (body, { catalog, clock }) =>
        parseProfileChange(body, {
          country: catalog.business.address.country,
          today: today(catalog, clock),
        }),
    },
    result: one(ProfileWire),
    errors: {
      AUTHENTICATION_REQUIRED:
        'no customer token; or a new password without `password_actual` and without a fresh code',
      VALIDATION_ERROR: 'among others: a date of birth before 1900 or after today',
      INVALID_DATE: '`fecha_nacimiento` is not a day',
      WEAK_PASSWORD: 'the new password is easy to guess',
      INVALID_CREDENTIALS: 'another `password_actual`',
    },
    async run(context, { body }) {
      const { customerId } = signedInCustomer(context)
      if (body.password !== null) await context.limitAccount('auth', `customer ${customerId}`)
      return updateProfile(context, context.options.credentials, body)
    },
    respond: serializeProfile,
  }),

  operation({
    name: 'perfil.borrar',
    tag,
    summary: "Erase the customer's account",
    description:
      'Erases all personal data: name, e-mail, phone, notes, stored e-mails, the account and its ' +
      'sessions. Bookings, orders and amounts are kept without a name. Upcoming visits are ' +
      'cancelled. This cannot be undone.',
    rest: { method: 'DELETE', path },
    graphql: { field: 'borrar_perfil' },
    access: 'customer',
    audit: null,
    result: one(ErasureWire),
    errors: {},
    run: eraseCustomer,
    respond: serializeErasure,
  }),

  operation({
    name: 'cliente.exportar',
    tag,
    summary: "Export the customer's data",
    description: 'Everything that the business stores about the customer, as one document.',
    rest: { method: 'GET', path: '/cliente/exportar/' },
    // a data export, not a screen
    graphql: null,
    access: 'customer',
    result: unnamed(DataExportWire),
    errors: {},
    weight: 'heavy',
    run: (context) => exportCustomer(context, context.options.endpoints.secretsKeys),
    respond: (data, { catalog, locale }) => serializeDataExport(data, catalog, locale),
  }),
]
