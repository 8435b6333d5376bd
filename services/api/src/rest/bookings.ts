import {
  cancelBooking,
  createBooking,
  findBookingByCode,
  findBookingById,
  parseBookingCode,
} from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import {
  BookingDetailWire,
  BookingWire,
  serializeBooking,
  serializeBookingDetail,
} from '../wire/booking.ts'
import {
  CancellationWire,
  NewCancellationWire,
  parseNewCancellation,
  serializeCancellation,
} from '../wire/cancellation.ts'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { NewBookingWire, parseNewBooking } from '../wire/new-booking.ts'
import {
  bookingCodeHeader,
  codePathSchema,
  idPathSchema,
  querySchema,
} from '../wire/param-schemas.ts'
import { parseOptionalBookingCode, parseRecordId } from '../wire/params.ts'
import { ref } from '../wire/schema.ts'
import { idempotent } from './idempotency.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import type { RestOptions } from './rest-options.ts'
import { localeOf } from './rest-options.ts'
import { tokenAccepted, tokenOrCode } from './security-schemes.ts'

const tags = ['Bookings']

/** Booking a chair, looking the booking up, cancelling it. */
export function bookingRoutes(app: FastifyInstance, options: RestOptions): void {
  app.post<{ Body: Static<typeof NewBookingWire> }>(
    '/reservas/crear/',
    {
      config: { limit: 'create' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Book',
        description:
          'Books one or more services with one professional. Of two requests for the same time exactly one succeeds; the other is refused with SLOT_NOT_AVAILABLE and up to three other times in `error.alternativas`.',
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewBookingWire,
        response: createdResponse(ref(BookingWire)),
      },
    },
    async (request, reply) => {
      const catalog = await request.context.tenant.catalog()
      const input = parseNewBooking(request.body, {
        country: catalog.business.address.country,
        language: request.languages.message,
        signedIn: request.context.identity.kind === 'customer',
      })
      const query = { ...input, clientAddress: request.clientAddress() }
      const view = await idempotent(request, reply, (context) => createBooking(context, query))
      return reply.code(201).send(serializeBooking(view, localeOf(request, catalog, options)))
    },
  )

  app.get<{ Params: { codigo: string } }>(
    '/reservas/codigo/:codigo/',
    {
      config: { limit: 'lookUp' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'A booking by its code',
        description:
          'Whoever knows the code may see the booking. E-mail, phone and notes are masked unless the customer asks, with their token, or the business, with its secret key. Refused with BOOKING_NOT_FOUND.',
        params: codePathSchema,
        querystring: querySchema(),
        response: okResponse(ref(BookingDetailWire)),
      },
    },
    async (request) => {
      const code = parseBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const view = await findBookingByCode(request.context, code)
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(view, localeOf(request, catalog, options))
    },
  )

  app.get<{ Params: { id: string }; Headers: { 'x-reserva-codigo'?: string } }>(
    // what is posted there has a name where this has a number, and another method on it is no
    // booking (D1)
    '/reservas/:id(^(?!crear\\b).+$)/',
    {
      schema: {
        tags,
        security: tokenOrCode,
        summary: 'A booking by its number',
        description:
          'For its customer, for the business with its secret key, and for whoever shows its code in `X-Reserva-Codigo`; to the last one e-mail, phone and notes are masked. Refused with AUTHENTICATION_REQUIRED without any proof, and with BOOKING_NOT_FOUND with a wrong one.',
        params: idPathSchema('The booking'),
        headers: bookingCodeHeader,
        querystring: querySchema(),
        response: okResponse(ref(BookingDetailWire)),
      },
    },
    async (request) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(request.headers['x-reserva-codigo'])
      const view = await findBookingById(request.context, { bookingId, code })
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(view, localeOf(request, catalog, options))
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof NewCancellationWire> }>(
    '/reservas/:id/cancelar/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Cancel a booking',
        description:
          'A customer needs their token, a guest proves with `codigo` that the booking is theirs, and both have to keep the deadline; the business, with its secret key alone, cancels any booking of its own until it starts. The body may be empty. Refused with AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND, CANNOT_CANCEL or CANCELLATION_DEADLINE_PASSED.',
        params: idPathSchema('The booking'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewCancellationWire,
        response: okResponse(ref(CancellationWire)),
      },
    },
    async (request, reply) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const params = { bookingId, ...parseNewCancellation(request.body) }
      return serializeCancellation(
        await idempotent(request, reply, (requestContext) => cancelBooking(requestContext, params)),
      )
    },
  )
}
