import { type BusinessTransition, businessOnly, transitionBooking } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { BookingDetailWire, serializeBookingDetail } from '../wire/booking.ts'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { NewTransitionWire, parseNewTransition } from '../wire/new-transition.ts'
import { idPathSchema, querySchema } from '../wire/param-schemas.ts'
import { parseRecordId } from '../wire/params.ts'
import { ref } from '../wire/schema.ts'
import { idempotent } from './idempotency.ts'
import { okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'

const refusals =
  'Needs the secret key. Refused with INSUFFICIENT_SCOPE, BOOKING_NOT_FOUND or INVALID_TRANSITION.'

const moves: { path: string; move: BusinessTransition; summary: string; description: string }[] = [
  {
    path: '/reservas/:id/confirmar/',
    move: 'confirm',
    summary: 'Confirm a booking',
    description: `A pending booking is confirmed, and its customer is told. ${refusals}`,
  },
  {
    path: '/reservas/:id/completar/',
    move: 'complete',
    summary: 'A visit took place',
    description: `Once it has begun; its points are awarded. Corrects a no-show within 72 hours. ${refusals}`,
  },
  {
    path: '/reservas/:id/no-show/',
    move: 'no_show',
    summary: 'Nobody came',
    description: `From 15 minutes after the start on. Corrects a completed visit within 72 hours, and takes its points back as far as they are there. ${refusals}`,
  },
]

/** What only the salon itself says about a booking (D14). */
export function bookingTransitionRoutes(app: FastifyInstance, options: RestOptions): void {
  for (const { path, move, summary, description } of moves) {
    app.post<{ Params: { id: string }; Body: Static<typeof NewTransitionWire> }>(
      path,
      {
        schema: {
          tags: ['Bookings'],
          summary,
          description,
          params: idPathSchema('The booking'),
          querystring: querySchema(),
          headers: idempotencyHeaders,
          body: NewTransitionWire,
          response: okResponse(ref(BookingDetailWire)),
        },
      },
      async (request, reply) => {
        businessOnly(request.context)
        const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
        const input = { bookingId, transition: move, ...parseNewTransition(request.body) }
        const view = await idempotent(request, reply, (context) =>
          transitionBooking(context, input),
        )
        const catalog = await request.context.tenant.catalog()
        return serializeBookingDetail(view, localeOf(request, catalog, options))
      },
    )
  }
}
