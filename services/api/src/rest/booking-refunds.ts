import { businessOnly, refundBooking } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { BookingDetailWire, serializeBookingDetail } from '../wire/booking.ts'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { NewRefundWire, parseNewRefund } from '../wire/new-refund.ts'
import { idPathSchema, querySchema } from '../wire/param-schemas.ts'
import { parseRecordId } from '../wire/params.ts'
import { ref } from '../wire/schema.ts'
import { idempotent } from './idempotency.ts'
import { okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'

/** Giving money back by hand (D14). */
export function bookingRefundRoutes(app: FastifyInstance, options: RestOptions): void {
  app.post<{ Params: { id: string }; Body: Static<typeof NewRefundWire> }>(
    '/reservas/:id/reembolsar/',
    {
      schema: {
        tags: ['Bookings'],
        summary: 'Give money back',
        description:
          'All that was paid for a booking and has not gone back, or a part of it; the booking stays as it is. `reembolso` tells how far it is. Needs the secret key. Refused with INSUFFICIENT_SCOPE, BOOKING_NOT_FOUND, NOTHING_TO_REFUND, or INVALID_AMOUNT when `monto` is not positive or more than is left.',
        params: idPathSchema('The booking'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewRefundWire,
        response: okResponse(ref(BookingDetailWire)),
      },
    },
    async (request, reply) => {
      businessOnly(request.context)
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const input = { bookingId, ...parseNewRefund(request.body) }
      const view = await idempotent(request, reply, (context) => refundBooking(context, input))
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(view, localeOf(request, catalog, options))
    },
  )
}
