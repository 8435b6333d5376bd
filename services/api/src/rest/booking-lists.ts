import {
  businessOnly,
  listBusinessBookings,
  listCustomerBookings,
  mapInSlices,
  openSlices,
  signedInCustomer,
} from '@silla/core'
import type { Params } from '@silla/wire'
import {
  BookingDetailWire,
  bookingFilterParams,
  bookingPage,
  businessBookingParams,
  CustomerBookingsWire,
  listQuerySchema,
  offsetAndLimit,
  pageSchema,
  parseBookingFilter,
  parseBusinessBookingFilter,
  parsePage,
  parsePageOrFirst,
  ref,
  serializeBookingDetail,
  serializeCustomerBookings,
  serializePagination,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { requestWeights } from '../limits/request-slots.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'
import { tokenRequired } from './security-schemes.ts'

/** Lists of bookings, for a customer and for the business. */
export function bookingListRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.get<{ Querystring: Params }>(
    '/cliente/reservas/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags: ['Customer'],
        security: tokenRequired,
        summary: "List the customer's bookings",
        description:
          'The bookings of the customer whose token is sent, latest start first. ' +
          '`proxima_reserva` is the next visit, regardless of filters. Errors: ' +
          'AUTHENTICATION_REQUIRED, INVALID_STATUS, INVALID_DATE, INVALID_RANGE.',
        querystring: listQuerySchema(bookingFilterParams),
        response: okResponse(CustomerBookingsWire),
      },
    },
    async (request) => {
      signedInCustomer(request.context)
      const page = parsePage(request.query)
      const input = { ...parseBookingFilter(request.query), ...offsetAndLimit(bookingPage(page)) }
      const found = await listCustomerBookings(request.context, input)
      const catalog = await request.context.tenant.catalog()
      return serializeCustomerBookings(found, page, localeOf(request, catalog, options))
    },
  )

  app.get<{ Querystring: Params }>(
    '/reservas/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags: ['Bookings'],
        summary: "List the business's bookings",
        description:
          'All bookings of the business, latest start first, in pages; needs its secret key. ' +
          'Errors: INSUFFICIENT_SCOPE, INVALID_STATUS, INVALID_DATE, INVALID_RANGE.',
        querystring: listQuerySchema(businessBookingParams),
        response: okResponse(pageSchema(ref(BookingDetailWire), 'By start, latest first')),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const page = parsePageOrFirst(request.query)
      const filter = parseBusinessBookingFilter(request.query)
      const { bookings, total } = await listBusinessBookings(request.context, {
        ...filter,
        ...offsetAndLimit(page),
      })
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return {
        items: await mapInSlices(openSlices(), bookings, (booking) =>
          serializeBookingDetail(booking, locale),
        ),
        pagination: serializePagination(total, page),
      }
    },
  )
}
