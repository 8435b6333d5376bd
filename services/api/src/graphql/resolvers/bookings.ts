import {
  businessOnly,
  customerProfile,
  findBookingByCode,
  findBookingById,
  listBusinessBookings,
  listCustomerBookings,
  listEvents,
  mapInSlices,
  openSlices,
  parseBookingCode,
  previewCancellation,
  type RequestContext,
  signedInCustomer,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  offsetAndLimit,
  parseBookingFilter,
  parseBusinessBookingFilter,
  parseEventFilter,
  parseOptionalBookingCode,
  parsePageOrFirst,
  parseRecordId,
  serializeBookingDetail,
  serializeCancellationPreview,
  serializeCustomerBookings,
  serializeEvents,
  serializePagination,
  serializeProfile,
} from '@silla/wire'
import { operationResolver } from '../operation-fields.ts'
import type { Resolvers } from '../resolver-types.ts'

/** Bookings, orders and points, for callers who may see them. */
export const bookingResolvers: Resolvers = {
  Query: {
    async reserva(_, { id, codigo }, context) {
      const bookingId = parseRecordId(id) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(codigo as string | null | undefined)
      const booking = await findBookingById(context, { bookingId, code })
      return serializeBookingDetail(booking, context.locale)
    },
    async cancelacion(_, { id, codigo }, context) {
      const bookingId = parseRecordId(id) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(codigo as string | null | undefined)
      return serializeCancellationPreview(await previewCancellation(context, { bookingId, code }))
    },
    async reserva_por_codigo(_, { codigo }, context) {
      const code = parseBookingCode(codigo as string) ?? fail('BOOKING_NOT_FOUND')
      return serializeBookingDetail(await findBookingByCode(context, code), context.locale)
    },
    async reservas(_, args, context) {
      businessOnly(context)
      const page = parsePageOrFirst(args)
      const filter = parseBusinessBookingFilter(args)
      const { bookings, total } = await listBusinessBookings(context, {
        ...filter,
        ...offsetAndLimit(page),
      })
      return {
        items: await mapInSlices(openSlices(), bookings, (booking) =>
          serializeBookingDetail(booking, context.locale),
        ),
        pagination: serializePagination(total, page),
      }
    },
    async eventos(_, args, context) {
      businessOnly(context)
      const page = await listEvents(context, parseEventFilter(args))
      const { catalog, locale, tenant } = context
      return serializeEvents(page, { businessId: tenant.businessId, catalog, locale })
    },
    cliente: (_, _args, context) => customerData(context),
  },
  Cliente: {
    perfil: async ({ profile }: CustomerData) => serializeProfile(await profile()),
    puntos_saldo: async ({ profile }: CustomerData) => (await profile()).pointsBalance,
    async reservas(customer: CustomerData, args, context) {
      const page = parsePageOrFirst(args)
      const filter = parseBookingFilter(args)
      customer.bookings = listCustomerBookings(context, { ...filter, ...offsetAndLimit(page) })
      const found = await customer.bookings
      const { reservas } = await serializeCustomerBookings(found, page, context.locale)
      return { items: reservas, pagination: serializePagination(found.total, page) }
    },
    async proxima_reserva(customer: CustomerData, _args, context) {
      // `reservas` loads it too, and its resolver may run after this one
      await Promise.resolve()
      customer.bookings ??= listCustomerBookings(context, {
        ...parseBookingFilter({}),
        offset: 0,
        limit: 1,
      })
      const found = await customer.bookings
      return (await serializeCustomerBookings(found, null, context.locale)).proxima_reserva
    },
    movimientos: operationResolver('puntos.movimientos'),
    pedidos: operationResolver('pedidos.listar'),
    lista_espera: operationResolver('lista_espera.propias'),
  },
}

/** The data of the signed-in customer; sibling fields share one query for each part of it. */
interface CustomerData {
  profile(): ReturnType<typeof customerProfile>
  bookings: ReturnType<typeof listCustomerBookings> | null
}

function customerData(context: RequestContext): CustomerData {
  signedInCustomer(context)
  let profile: ReturnType<typeof customerProfile> | undefined
  return {
    profile() {
      profile ??= customerProfile(context)
      return profile
    },
    bookings: null,
  }
}
