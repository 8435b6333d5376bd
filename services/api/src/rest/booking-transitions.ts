import { type BusinessTransition, businessOnly, transitionBooking } from '@silla/core'
import { fail } from '@silla/errors'
import {
  BookingDetailWire,
  idempotencyHeaders,
  idPathSchema,
  NewTransitionWire,
  parseNewTransition,
  parseRecordId,
  querySchema,
  ref,
  serializeBookingDetail,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { AuditedAction } from '../auth/audit.ts'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'

const errors =
  'Needs the secret key. Errors: INSUFFICIENT_SCOPE, BOOKING_NOT_FOUND, INVALID_TRANSITION.'

const transitions: {
  path: string
  transition: BusinessTransition
  action: AuditedAction
  summary: string
  description: string
}[] = [
  {
    path: '/reservas/:id/confirmar/',
    transition: 'confirm',
    action: 'bookings.confirm',
    summary: 'Confirm a booking',
    description: `Confirms a pending booking and notifies its customer. ${errors}`,
  },
  {
    path: '/reservas/:id/completar/',
    transition: 'complete',
    action: 'bookings.complete',
    summary: 'Mark a booking as completed',
    description:
      'Possible once the visit has started; awards its points. Also corrects a no-show within ' +
      `72 hours. ${errors}`,
  },
  {
    path: '/reservas/:id/no-show/',
    transition: 'no_show',
    action: 'bookings.no-show',
    summary: 'Mark a booking as a no-show',
    description:
      'Possible from 15 minutes after the start. Also corrects a completed visit within 72 ' +
      `hours, and takes its points back as far as the balance covers them. ${errors}`,
  },
]

/** State changes by the business (D14). */
export function bookingTransitionRoutes(app: FastifyInstance, options: OperationOptions): void {
  for (const { path, transition, action, summary, description } of transitions) {
    app.post<{ Params: { id: string }; Body: Static<typeof NewTransitionWire> }>(
      path,
      {
        config: { action },
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
        const input = { bookingId, transition, ...parseNewTransition(request.body) }
        const booking = await idempotent(request, reply, (context) =>
          transitionBooking(context, input),
        )
        const catalog = await request.context.tenant.catalog()
        return serializeBookingDetail(booking, localeOf(request, catalog, options))
      },
    )
  }
}
