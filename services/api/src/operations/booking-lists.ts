import { listBusinessBookings, listCustomerBookings, mapInSlices, openSlices } from '@silla/core'
import {
  BookingDetailWire,
  bookingFilterParams,
  bookingPage,
  businessBookingParams,
  CustomerBookingsWire,
  offsetAndLimit,
  parseBookingFilter,
  parseBusinessBookingFilter,
  serializeBookingDetail,
  serializeCustomerBookings,
} from '@silla/wire'
import { operation } from './operation.ts'
import { list, pageOf, pages } from './results.ts'

const filterErrors = {
  INVALID_STATUS: '`estado` is not a state',
  INVALID_DATE: '`desde` or `hasta` is not a day',
  INVALID_RANGE: '`hasta` is before `desde`',
} as const

/** Lists of bookings, for a customer and for the business. */
export const bookingListOperations = [
  operation({
    name: 'cliente.reservas',
    tag: 'Customer',
    summary: "List the customer's bookings",
    description:
      'The bookings of the customer whose token is sent, latest start first. `proxima_reserva` is ' +
      'the next visit, regardless of filters.',
    rest: { method: 'GET', path: '/cliente/reservas/' },
    // `reservas` and `proxima_reserva` of a customer
    graphql: null,
    access: 'customer',
    query: { params: bookingFilterParams, parse: parseBookingFilter },
    result: list(CustomerBookingsWire, { items: 'reservas', type: 'PaginaReservas' }),
    errors: filterErrors,
    weight: 'list',
    run: (context, { page, query }) =>
      listCustomerBookings(context, { ...query, ...offsetAndLimit(bookingPage(page)) }),
    respond: (found, { locale }, { page }) => serializeCustomerBookings(found, page, locale),
  }),

  operation({
    name: 'reservas.listar',
    tag: 'Bookings',
    summary: "List the business's bookings",
    description: 'All bookings of the business, latest start first, in pages.',
    rest: { method: 'GET', path: '/reservas/' },
    graphql: { field: 'reservas' },
    access: 'agenda.own',
    query: { params: businessBookingParams, parse: parseBusinessBookingFilter },
    result: pages(BookingDetailWire, {
      type: 'PaginaReservasDetalle',
      order: 'By start, latest first',
    }),
    errors: filterErrors,
    weight: 'list',
    run: (context, { page, query }) =>
      listBusinessBookings(context, { ...query, ...offsetAndLimit(page) }),
    respond: async ({ bookings, total }, { locale }, { page }) => {
      const items = await mapInSlices(openSlices(), bookings, (booking) =>
        serializeBookingDetail(booking, locale),
      )
      return pageOf(items, total, page)
    },
  }),
]
