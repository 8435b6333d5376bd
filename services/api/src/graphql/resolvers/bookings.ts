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
import { parseProof } from '../../wire/booking-code.ts'
import { parseBookingFilter, serializeCustomerBookings } from '../../wire/booking-list.ts'
import { serializeOrder } from '../../wire/order.ts'
import { parsePageOrFirst, rowsOf, serializePagination } from '../../wire/pagination.ts'
import { serializeMovement } from '../../wire/points.ts'
import { serializeProfile } from '../../wire/profile.ts'
import { parseId, parsePathId } from '../../wire/query.ts'
import { type GraphqlContext, queryOf } from '../context.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/** What the books hold, for whoever may see it. */
export const bookingResolvers: Resolvers = {
  Query: {
    async reserva(_, args, { caller: context, wording }) {
      const bookingId = parsePathId(String(args.id)) ?? fail('BOOKING_NOT_FOUND')
      const code = parseProof(args.codigo as string | undefined)
      return serializeBookingDetail(await findBookingById(context, { bookingId, code }), wording)
    },
    async reserva_por_codigo(_, args, { caller: requestContext, wording }) {
      const code = parseBookingCode(String(args.codigo)) ?? fail('BOOKING_NOT_FOUND')
      return serializeBookingDetail(await findBookingByCode(requestContext, code), wording)
    },
    async reservas(_, args, { caller, wording }) {
      businessOnly(caller)
      const query = queryOf(args)
      const page = parsePageOrFirst(query)
      const whose = {
        professionalId: parseId(query, 'peluquero_id'),
        customerId: null,
        earliestFirst: false,
      }
      const input = { ...parseBookingFilter(query), ...rowsOf(page), ...whose }
      const { bookings, total } = await listBusinessBookings(caller, input)
      return {
        items: bookings.map((view) => serializeBookingDetail(view, wording)),
        pagination: serializePagination(total, page),
      }
    },
    async pedido(_, args, { caller, catalog, wording }) {
      const id = parsePathId(String(args.id)) ?? fail('ORDER_NOT_FOUND')
      return serializeOrder(await findOrder(caller, id), catalog, wording)
    },
    pedidos: (_, args, requested) => orderPage(requested, args),
    cliente: (_, _args, { caller }) => ownBooks(caller),
  },
  Cliente: {
    perfil: async ({ profile }: OwnBooks) => serializeProfile(await profile()),
    puntos_saldo: async ({ profile }: OwnBooks) => (await profile()).pointsBalance,
    async reservas(own: OwnBooks, args, { caller, wording }) {
      const page = parsePageOrFirst(queryOf(args))
      own.bookings = listCustomerBookings(caller, {
        ...parseBookingFilter(queryOf(args)),
        ...rowsOf(page),
      })
      const found = await own.bookings
      const { reservas } = serializeCustomerBookings(found, page, wording)
      return { items: reservas, pagination: serializePagination(found.total, page) }
    },
    async proxima_reserva(own: OwnBooks, _args, { caller, wording }) {
      // the bookings bring it along, and may be asked for behind it
      await Promise.resolve()
      own.bookings ??= listCustomerBookings(caller, {
        ...parseBookingFilter({}),
        offset: 0,
        limit: 1,
      })
      return serializeCustomerBookings(await own.bookings, null, wording).proxima_reserva
    },
    async movimientos(_, args, { caller, wording }) {
      const page = parsePageOrFirst(queryOf(args))
      const { movements, total } = await customerPoints(caller, rowsOf(page))
      const items = movements.map((movement) => serializeMovement(movement, wording))
      return { items, pagination: serializePagination(total, page) }
    },
    pedidos: (_, args, asked) => orderPage(asked, args),
  },
}

/** A customer's books, of which fields that stand beside each other read the same page once. */
interface OwnBooks {
  profile(): ReturnType<typeof customerProfile>
  bookings: ReturnType<typeof listCustomerBookings> | null
}

function ownBooks(caller: RequestContext): OwnBooks {
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

async function orderPage({ caller, catalog, wording }: GraphqlContext, args: Args) {
  const page = parsePageOrFirst(queryOf(args))
  const found = await listOrders(caller, rowsOf(page))
  const items = found.orders.map((order) => serializeOrder(order, catalog, wording))
  return { items, pagination: serializePagination(found.total, page) }
}
