import { businessOnly, refundBooking } from '@silla/core'
import { fail } from '@silla/errors'
import {
  BookingDetailWire,
  idempotencyHeaders,
  idPathSchema,
  NewRefundWire,
  parseNewRefund,
  parseRecordId,
  querySchema,
  ref,
  serializeBookingDetail,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'

/** Refunds by the business (D14). */
export function bookingRefundRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.post<{ Params: { id: string }; Body: Static<typeof NewRefundWire> }>(
    '/reservas/:id/reembolsar/',
    {
      config: { action: 'payments.refund' },
      schema: {
        tags: ['Bookings'],
        summary: 'Refund a booking',
        description:
          'Refunds all that was paid for a booking and not refunded yet, or a part of it; the ' +
          'state of the booking does not change. `reembolso` has the state of the refund. ' +
          'Needs the secret key. Errors: INSUFFICIENT_SCOPE, BOOKING_NOT_FOUND, ' +
          'NOTHING_TO_REFUND, PAYMENT_DISPUTED, INVALID_AMOUNT (`monto` is not positive, or more ' +
          'than can be refunded).',
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
      const booking = await idempotent(request, reply, (context) => refundBooking(context, input))
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(booking, localeOf(request, catalog, options))
    },
  )
}
