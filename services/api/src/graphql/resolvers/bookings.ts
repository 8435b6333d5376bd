import {
  customerProfile,
  listCustomerBookings,
  mapInSlices,
  openSlices,
  type RequestContext,
  signedInCustomer,
} from '@silla/core'
import {
  offsetAndLimit,
  parseBookingFilter,
  parsePageOrFirst,
  serializeCustomerBookings,
  serializePagination,
  serializeProfile,
} from '@silla/wire'
import { operationResolver } from '../operation-fields.ts'
import type { Resolvers } from '../resolver-types.ts'

/** Bookings, orders and points, for callers who may see them. */
export const bookingResolvers: Resolvers = {
  Query: {
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
      const { reservas } = serializeCustomerBookings(found, page, context.locale)
      const items = await mapInSlices(openSlices(), reservas, (booking) => booking)
      return { items, pagination: serializePagination(found.total, page) }
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
      return serializeCustomerBookings(found, null, context.locale).proxima_reserva
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
