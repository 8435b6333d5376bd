import { bookingByCode, cancelBooking, createBooking } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { BookingDetailWire, BookingWire, showBooking, showBookingDetail } from '../wire/booking.ts'
import { readBookingCode } from '../wire/booking-code.ts'
import { CancellationWire, showCancellation } from '../wire/cancellation.ts'
import { NewBookingWire, readNewBooking } from '../wire/new-booking.ts'
import { NewCancellationWire, readNewCancellation } from '../wire/new-cancellation.ts'
import { codePath, idPath, queryOf } from '../wire/parameters.ts'
import { readPathId } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { answers, creates } from './answers.ts'
import type { RestOptions } from './rest-options.ts'
import { wordingOf } from './wording-of.ts'

const tags = ['Bookings']

/** Booking a chair, looking the booking up, cancelling it. */
export function bookingRoutes(app: FastifyInstance, options: RestOptions): void {
  app.post<{ Body: Static<typeof NewBookingWire> }>(
    '/reservas/crear/',
    {
      config: { limit: 'create' },
      schema: {
        tags,
        summary: 'Book',
        description:
          'Books one or more services with one professional. Of two requests for the same time exactly one succeeds; the other is refused with SLOT_NOT_AVAILABLE and up to three other times in `error.alternativas`.',
        querystring: queryOf(),
        body: NewBookingWire,
        response: creates(ref(BookingWire)),
      },
    },
    async (request, reply) => {
      const catalog = await request.caller.tenant.catalog()
      const writing = { country: catalog.business.address.country, language: request.languages.message }
      const view = await createBooking(request.caller, readNewBooking(request.body, writing))
      return reply.code(201).send(showBooking(view, wordingOf(request, catalog, options)))
    },
  )

  app.get<{ Params: { codigo: string } }>(
    '/reservas/codigo/:codigo/',
    {
      config: { limit: 'lookUp' },
      schema: {
        tags,
        summary: 'A booking by its code',
        description:
          'Whoever knows the code may see the booking. E-mail, phone and notes are masked unless the business itself asks, with its secret key. Refused with BOOKING_NOT_FOUND.',
        params: codePath,
        querystring: queryOf(),
        response: answers(ref(BookingDetailWire)),
      },
    },
    async (request) => {
      const code = readBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const view = await bookingByCode(request.caller, code)
      const catalog = await request.caller.tenant.catalog()
      return showBookingDetail(view, wordingOf(request, catalog, options))
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof NewCancellationWire> }>(
    '/reservas/:id/cancelar/',
    {
      schema: {
        tags,
        summary: 'Cancel a booking',
        description:
          'A guest proves with `codigo` that the booking is theirs and has to keep the deadline; the business, with its secret key alone, cancels any booking of its own until it starts. The body may be empty. Refused with AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND, CANNOT_CANCEL or CANCELLATION_DEADLINE_PASSED.',
        params: idPath('The booking'),
        querystring: queryOf(),
        body: NewCancellationWire,
        response: answers(ref(CancellationWire)),
      },
    },
    async (request) => {
      const bookingId = readPathId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const { code, reason } = readNewCancellation(request.body)
      return showCancellation(await cancelBooking(request.caller, { bookingId, code, reason }))
    },
  )
}
