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
import { showBookingDetail } from '../../wire/booking.ts'
import { parseProof } from '../../wire/booking-code.ts'
import { readBookingFilter, showCustomerBookings } from '../../wire/booking-list.ts'
import { showOrder } from '../../wire/order.ts'
import { readPageOrFirst, rowsOf, showPagination } from '../../wire/pagination.ts'
import { showMovement } from '../../wire/points.ts'
import { showProfile } from '../../wire/profile.ts'
import { readId, readPathId } from '../../wire/query.ts'
import { type GraphqlContext, queryOf } from '../context.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/** What the books hold, for whoever may see it. */
export const bookingResolvers: Resolvers = {
  Query: {
    async reserva(_, args, { caller, wording }) {
      const bookingId = readPathId(String(args.id)) ?? fail('BOOKING_NOT_FOUND')
      const code = parseProof(args.codigo as string | undefined)
      return showBookingDetail(await findBookingById(caller, { bookingId, code }), wording)
    },
    async reserva_por_codigo(_, args, { caller, wording }) {
      const code = parseBookingCode(String(args.codigo)) ?? fail('BOOKING_NOT_FOUND')
      return showBookingDetail(await findBookingByCode(caller, code), wording)
    },
    async reservas(_, args, { caller, wording }) {
      businessOnly(caller)
      const query = queryOf(args)
      const page = readPageOrFirst(query)
      const whose = { professionalId: readId(query, 'peluquero_id'), customerId: null, earliestFirst: false }
      const ask = { ...readBookingFilter(query), ...rowsOf(page), ...whose }
      const { bookings, total } = await listBusinessBookings(caller, ask)
      return {
        items: bookings.map((view) => showBookingDetail(view, wording)),
        pagination: showPagination(total, page),
      }
    },
    async pedido(_, args, { caller, catalog, wording }) {
      const id = readPathId(String(args.id)) ?? fail('ORDER_NOT_FOUND')
      return showOrder(await findOrder(caller, id), catalog, wording)
    },
    pedidos: (_, args, asked) => orderPage(asked, args),
    cliente: (_, _args, { caller }) => ownBooks(caller),
  },
  Cliente: {
    perfil: async ({ profile }: OwnBooks) => showProfile(await profile()),
    puntos_saldo: async ({ profile }: OwnBooks) => (await profile()).pointsBalance,
    async reservas(own: OwnBooks, args, { caller, wording }) {
      const page = readPageOrFirst(queryOf(args))
      own.bookings = listCustomerBookings(caller, { ...readBookingFilter(queryOf(args)), ...rowsOf(page) })
      const found = await own.bookings
      const { reservas } = showCustomerBookings(found, page, wording)
      return { items: reservas, pagination: showPagination(found.total, page) }
    },
    async proxima_reserva(own: OwnBooks, _args, { caller, wording }) {
      // the bookings bring it along, and may be asked for behind it
      await Promise.resolve()
      own.bookings ??= listCustomerBookings(caller, { ...readBookingFilter({}), offset: 0, limit: 1 })
      return showCustomerBookings(await own.bookings, null, wording).proxima_reserva
    },
    async movimientos(_, args, { caller, wording }) {
      const page = readPageOrFirst(queryOf(args))
      const { movements, total } = await customerPoints(caller, rowsOf(page))
      const items = movements.map((movement) => showMovement(movement, wording))
      return { items, pagination: showPagination(total, page) }
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
  const page = readPageOrFirst(queryOf(args))
  const found = await listOrders(caller, rowsOf(page))
  const items = found.orders.map((order) => showOrder(order, catalog, wording))
  return { items, pagination: showPagination(found.total, page) }
}
