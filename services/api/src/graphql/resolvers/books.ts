import {
  bookingByCode,
  bookingById,
  bookingsOfBusiness,
  bookingsOfCustomer,
  customerProfile,
  orderById,
  orders,
  ownPoints,
} from '@silla/core'
import { fail } from '@silla/errors'
import { showBookingDetail } from '../../wire/booking.ts'
import { readBookingCode, readProof } from '../../wire/booking-code.ts'
import { readBookingFilter, showCustomerBookings } from '../../wire/booking-list.ts'
import { showOrder } from '../../wire/order.ts'
import { readPageOrFirst, rowsOf, showPagination } from '../../wire/pagination.ts'
import { showMovement } from '../../wire/points.ts'
import { showProfile } from '../../wire/profile.ts'
import { readId, readPathId } from '../../wire/query.ts'
import { type Asked, queryOf } from '../asked.ts'
import type { Args, Resolvers } from '../resolvers.ts'

/** What the books hold, for whoever may see it. */
export const bookResolvers: Resolvers = {
  Query: {
    async reserva(_, args, { caller, wording }) {
      const bookingId = readPathId(String(args.id)) ?? fail('BOOKING_NOT_FOUND')
      const code = readProof(args.codigo as string | undefined)
      return showBookingDetail(await bookingById(caller, { bookingId, code }), wording)
    },
    async reserva_por_codigo(_, args, { caller, wording }) {
      const code = readBookingCode(String(args.codigo)) ?? fail('BOOKING_NOT_FOUND')
      return showBookingDetail(await bookingByCode(caller, code), wording)
    },
    async reservas(_, args, { caller, wording }) {
      const query = queryOf(args)
      const page = readPageOrFirst(query)
      const ask = { ...readBookingFilter(query), ...rowsOf(page), professionalId: readId(query, 'peluquero_id') }
      const { bookings, total } = await bookingsOfBusiness(caller, ask)
      return {
        items: bookings.map((view) => showBookingDetail(view, wording)),
        pagination: showPagination(total, page),
      }
    },
    async pedido(_, args, { caller, catalog, wording }) {
      const id = readPathId(String(args.id)) ?? fail('ORDER_NOT_FOUND')
      return showOrder(await orderById(caller, id), catalog, wording)
    },
    pedidos: (_, args, asked) => orderPage(asked, args),
    cliente: async (_, _args, { caller }) => ({ perfil: showProfile(await customerProfile(caller)) }),
  },
  Cliente: {
    async reservas(_, args, { caller, wording }) {
      const page = readPageOrFirst(queryOf(args))
      const found = await bookingsOfCustomer(caller, { ...readBookingFilter(queryOf(args)), ...rowsOf(page) })
      const { reservas } = showCustomerBookings(found, page, wording)
      return { items: reservas, pagination: showPagination(found.total, page) }
    },
    async proxima_reserva(_, _args, { caller, wording }) {
      const found = await bookingsOfCustomer(caller, { ...readBookingFilter({}), offset: 0, limit: 1 })
      return showCustomerBookings(found, null, wording).proxima_reserva
    },
    puntos_saldo: ({ perfil }: { perfil: { puntos_saldo: number } }) => perfil.puntos_saldo,
    async movimientos(_, args, { caller, wording }) {
      const page = readPageOrFirst(queryOf(args))
      const { movements, total } = await ownPoints(caller, rowsOf(page))
      const items = movements.map((movement) => showMovement(movement, wording))
      return { items, pagination: showPagination(total, page) }
    },
    pedidos: (_, args, asked) => orderPage(asked, args),
  },
}

async function orderPage({ caller, catalog, wording }: Asked, args: Args) {
  const page = readPageOrFirst(queryOf(args))
  const found = await orders(caller, rowsOf(page))
  const items = found.orders.map((order) => showOrder(order, catalog, wording))
  return { items, pagination: showPagination(found.total, page) }
}
