import {
  businessOnly,
  listBusinessBookings,
  listCustomerBookings,
  signedInCustomer,
} from '@silla/core'
import type { FastifyInstance } from 'fastify'
import { BookingDetailWire, serializeBookingDetail } from '../wire/booking.ts'
import {
  bookingRowsOf,
  CustomerBookingsWire,
  parseBookingFilter,
  serializeCustomerBookings,
} from '../wire/booking-list.ts'
import {
  pageOf,
  parsePage,
  parsePageOrFirst,
  rowsOf,
  serializePagination,
} from '../wire/pagination.ts'
import { bookingFilterNames, businessBookingNames, listQueryOf } from '../wire/parameters.ts'
import { parseId, type Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { localizerOf } from './localizer.ts'
import { respondsWith } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { tokenRequired } from './security-schemes.ts'

/** The bookings of a customer, and those of the salon. */
export function bookingListRoutes(app: FastifyInstance, options: RestOptions): void {
  app.get<{ Querystring: Query }>(
    '/cliente/reservas/',
    {
      schema: {
        tags: ['Customer'],
        security: tokenRequired,
        summary: 'Own bookings',
        description:
          'The bookings of the customer whose token it is, latest start first. `proxima_reserva` is the next visit, whatever was filtered. Refused with AUTHENTICATION_REQUIRED, INVALID_STATUS, INVALID_DATE or INVALID_RANGE.',
        querystring: listQueryOf(bookingFilterNames),
        response: respondsWith(CustomerBookingsWire),
      },
    },
    async (request) => {
      signedInCustomer(request.caller)
      const page = parsePage(request.query)
      const input = { ...parseBookingFilter(request.query), ...rowsOf(bookingRowsOf(page)) }
      const found = await listCustomerBookings(request.caller, input)
      const catalog = await request.caller.tenant.catalog()
      return serializeCustomerBookings(found, page, localizerOf(request, catalog, options))
    },
  )

  app.get<{ Querystring: Query }>(
    '/reservas/',
    {
      schema: {
        tags: ['Bookings'],
        summary: "The business's bookings",
        description:
          'All bookings of the business, latest start first, in pages; needs its secret key. Refused with INSUFFICIENT_SCOPE, INVALID_STATUS, INVALID_DATE or INVALID_RANGE.',
        querystring: listQueryOf(businessBookingNames),
        response: respondsWith(pageOf(ref(BookingDetailWire), 'By start, latest first')),
      },
    },
    async (request) => {
      businessOnly(request.caller)
      const page = parsePageOrFirst(request.query)
      const professionalId = parseId(request.query, 'peluquero_id')
      const whose = { professionalId, customerId: null, earliestFirst: false }
      const query = { ...parseBookingFilter(request.query), ...rowsOf(page), ...whose }
      const { bookings, total } = await listBusinessBookings(request.caller, query)
      const wording = localizerOf(request, await request.caller.tenant.catalog(), options)
      return {
        items: bookings.map((view) => serializeBookingDetail(view, wording)),
        pagination: serializePagination(total, page),
      }
    },
  )
}
