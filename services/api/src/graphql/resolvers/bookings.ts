import {
  businessOnly,
  customerPoints,
  customerProfile,
  findBookingByCode,
  findBookingById,
  findOrder,
  listBusinessBookings,
  listCustomerBookings,
  listOrders,
  parseBookingCode,
  type RequestContext,
  signedInCustomer,
} from '@silla/core'
import { fail } from '@silla/errors'
import { serializeBookingDetail } from '../../wire/booking.ts'
import { parseBookingFilter, serializeCustomerBookings } from '../../wire/booking-list.ts'
import { serializeOrder } from '../../wire/order.ts'
import { offsetAndLimit, parsePageOrFirst, serializePagination } from '../../wire/pagination.ts'
import { parseId, parseOptionalBookingCode, parseRecordId } from '../../wire/params.ts'
import { serializeMovement } from '../../wire/points.ts'
import { serializeProfile } from '../../wire/profile.ts'
import { type GraphqlContext, queryOf } from '../context.ts'
import type { Args, Resolvers } from '../resolver-types.ts'

/** What the books hold, for whoever may see it. */
export const bookingResolvers: Resolvers = {
  Query: {
    async reserva(_, args, { caller: context, locale }) {
      const bookingId = parseRecordId(String(args.id)) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(args.codigo as string | undefined)
      return serializeBookingDetail(await findBookingById(context, { bookingId, code }), locale)
    },
    async reserva_por_codigo(_, args, { caller: requestContext, locale }) {
      const code = parseBookingCode(String(args.codigo)) ?? fail('BOOKING_NOT_FOUND')
      return serializeBookingDetail(await findBookingByCode(requestContext, code), locale)
    },
    async reservas(_, args, { caller, locale }) {
      businessOnly(caller)
      const query = queryOf(args)
      const page = parsePageOrFirst(query)
      const whose = {
        professionalId: parseId(query, 'peluquero_id'),
        customerId: null,
        earliestFirst: false,
      }
      const input = { ...parseBookingFilter(query), ...offsetAndLimit(page), ...whose }
      const { bookings, total } = await listBusinessBookings(caller, input)
      return {
        items: bookings.map((view) => serializeBookingDetail(view, locale)),
        pagination: serializePagination(total, page),
      }
    },
    async pedido(_, args, { caller, catalog, locale }) {
      const id = parseRecordId(String(args.id)) ?? fail('ORDER_NOT_FOUND')
      return serializeOrder(await findOrder(caller, id), catalog, locale)
    },
    pedidos: (_, args, requested) => orderPage(requested, args),
    cliente: (_, _args, { caller }) => customerData(caller),
  },
  Cliente: {
    perfil: async ({ profile }: CustomerData) => serializeProfile(await profile()),
    puntos_saldo: async ({ profile }: CustomerData) => (await profile()).pointsBalance,
    async reservas(own: CustomerData, args, { caller, locale }) {
      const page = parsePageOrFirst(queryOf(args))
      own.bookings = listCustomerBookings(caller, {
        ...parseBookingFilter(queryOf(args)),
        ...offsetAndLimit(page),
      })
      const found = await own.bookings
      const { reservas } = serializeCustomerBookings(found, page, locale)
      return { items: reservas, pagination: serializePagination(found.total, page) }
    },
    async proxima_reserva(own: CustomerData, _args, { caller, locale }) {
      // the bookings bring it along, and may be asked for behind it
      await Promise.resolve()
      own.bookings ??= listCustomerBookings(caller, {
        ...parseBookingFilter({}),
        offset: 0,
        limit: 1,
      })
      return serializeCustomerBookings(await own.bookings, null, locale).proxima_reserva
    },
    async movimientos(_, args, { caller, locale }) {
      const page = parsePageOrFirst(queryOf(args))
      const { movements, total } = await customerPoints(caller, offsetAndLimit(page))
      const items = movements.map((movement) => serializeMovement(movement, locale))
      return { items, pagination: serializePagination(total, page) }
    },
    pedidos: (_, args, asked) => orderPage(asked, args),
  },
}

/** A customer's books, of which fields that stand beside each other read the same page once. */
interface CustomerData {
  profile(): ReturnType<typeof customerProfile>
  bookings: ReturnType<typeof listCustomerBookings> | null
}

function customerData(caller: RequestContext): CustomerData {
  signedInCustomer(caller)
  let profile: ReturnType<typeof customerProfile> | undefined
  return {
    profile() {
      profile ??= customerProfile(caller)
      return profile
    },
    bookings: null,
  }
}

async function orderPage({ caller, catalog, locale }: GraphqlContext, args: Args) {
  const page = parsePageOrFirst(queryOf(args))
  const found = await listOrders(caller, offsetAndLimit(page))
  const items = found.orders.map((order) => serializeOrder(order, catalog, locale))
  return { items, pagination: serializePagination(found.total, page) }
}
