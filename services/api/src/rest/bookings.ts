import {
  cancelBooking,
  createBooking,
  findBookingByCode,
  findBookingById,
  parseBookingCode,
  previewCancellation,
  rescheduleBooking,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  BookingDetailWire,
  BookingWire,
  bookingCodeHeader,
  CancellationPreviewWire,
  CancellationWire,
  codePathSchema,
  idempotencyHeaders,
  idPathSchema,
  MovedBookingWire,
  NewBookingWire,
  NewCancellationWire,
  NewTimeWire,
  parseNewBooking,
  parseNewCancellation,
  parseNewTime,
  parseOptionalBookingCode,
  parseRecordId,
  parseSimulation,
  querySchema,
  ref,
  serializeBooking,
  serializeBookingDetail,
  serializeCancellation,
  serializeCancellationPreview,
  serializeMovedBooking,
  simulationHeaders,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { provenHold } from '../operations/proven-hold.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import { tokenAccepted, tokenOrCode } from './security-schemes.ts'

const tags = ['Bookings']

/** Creating, reading, moving and cancelling a booking. */
export function bookingRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.post<{ Body: Static<typeof NewBookingWire> }>(
    '/reservas/crear/',
    {
      config: { limit: 'create', action: 'bookings.create' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Create a booking',
        description:
          'Books one or more services with one professional, with anyone who is free, or with ' +
          '`lineas` each with a professional of its own. Of two requests for the same time ' +
          'exactly one succeeds; the other fails with SLOT_NOT_AVAILABLE and up to three other ' +
          'times in `error.alternativas`. With `retencion` the time of a hold is booked: ' +
          'HOLD_NOT_FOUND, HOLD_MISMATCH, HOLD_ALREADY_BOOKED.',
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
      const { retencion } = request.body
      const holdId = retencion ? provenHold(request.context, options.credentials, retencion) : null
      const booking = await idempotent(request, reply, (context) =>
        createBooking(context, { ...input, holdId, clientAddress: request.clientAddress() }),
      )
      return reply.code(201).send(serializeBooking(booking, localeOf(request, catalog, options)))
    },
  )

  app.get<{ Params: { codigo: string } }>(
    '/reservas/codigo/:codigo/',
    {
      config: { limit: 'lookUp' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Get a booking by its code',
        description:
          'For every caller who has the code. E-mail, phone and notes are masked, except for ' +
          'the customer with their token and for the business with its secret key. Errors: ' +
          'BOOKING_NOT_FOUND.',
        params: codePathSchema,
        querystring: querySchema(),
        response: okResponse(ref(BookingDetailWire)),
      },
    },
    async (request) => {
      const code = parseBookingCode(request.params.codigo) ?? fail('BOOKING_NOT_FOUND')
      const booking = await findBookingByCode(request.context, code)
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(booking, localeOf(request, catalog, options))
    },
  )

  app.get<{ Params: { id: string }; Headers: { 'x-reserva-codigo'?: string } }>(
    // excludes /reservas/crear/, whose other methods are NOT_FOUND and not a booking (D1)
    '/reservas/:id(^(?!crear\\b).+$)/',
    {
      schema: {
        tags,
        security: tokenOrCode,
        summary: 'Get a booking by its id',
        description:
          'For its customer, for the business with its secret key, and for a caller with its ' +
          'code in `X-Reserva-Codigo`, for whom e-mail, phone and notes are masked. Errors: ' +
          'AUTHENTICATION_REQUIRED without a proof of access, BOOKING_NOT_FOUND with a wrong ' +
          'one.',
        params: idPathSchema('The booking'),
        headers: bookingCodeHeader,
        querystring: querySchema(),
        response: okResponse(ref(BookingDetailWire)),
      },
    },
    async (request) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(request.headers['x-reserva-codigo'])
      const booking = await findBookingById(request.context, { bookingId, code })
      const catalog = await request.context.tenant.catalog()
      return serializeBookingDetail(booking, localeOf(request, catalog, options))
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof NewTimeWire> }>(
    '/reservas/:id/reprogramar/',
    {
      config: { action: 'bookings.reschedule' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Move a booking to another time or other people',
        description:
          'It keeps its id, its code and its state. A customer sends their token and a guest ' +
          'proves access with `codigo`; both have to keep the deadline. A refused booking stays ' +
          'where it is. Errors: INSUFFICIENT_SCOPE, AUTHENTICATION_REQUIRED, INVALID_DATE, ' +
          'INVALID_TIME, BOOKING_NOT_FOUND, VERSION_CONFLICT, CANNOT_RESCHEDULE, ' +
          'RESCHEDULE_DEADLINE_PASSED, RESCHEDULE_LIMIT_REACHED, DATE_IN_PAST, DATE_TOO_FAR, ' +
          'PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED, CUSTOMER_BLOCKED, TOO_SOON, ' +
          'BUSINESS_CLOSED, PROFESSIONAL_NOT_AVAILABLE, and SLOT_NOT_AVAILABLE with up to three ' +
          'other times in `error.alternativas`.',
        params: idPathSchema('The booking'),
        querystring: querySchema(),
        headers: Type.Object({ ...idempotencyHeaders.properties, ...simulationHeaders }),
        body: NewTimeWire,
        response: okResponse(ref(MovedBookingWire)),
      },
    },
    async (request, reply) => {
      const simulated = parseSimulation(request.headers['x-simular'])
      const newTime = parseNewTime(request.body)
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const input = { bookingId, simulated, ...newTime }
      const booking = simulated
        ? await rescheduleBooking(request.context, input)
        : await idempotent(request, reply, (context) => rescheduleBooking(context, input))
      const catalog = await request.context.tenant.catalog()
      return serializeMovedBooking(booking, input, localeOf(request, catalog, options))
    },
  )

  app.get<{ Params: { id: string }; Headers: { 'x-reserva-codigo'?: string } }>(
    '/reservas/:id/cancelacion/',
    {
      schema: {
        tags,
        security: tokenOrCode,
        summary: 'Preview the cancellation of a booking',
        description:
          'What cancelling it would return now, by the rules that then apply; nothing changes. ' +
          'For its customer, for the business with its secret key, and for a caller with its ' +
          'code in `X-Reserva-Codigo`. Errors: AUTHENTICATION_REQUIRED without a proof of ' +
          'access, BOOKING_NOT_FOUND with a wrong one.',
        params: idPathSchema('The booking'),
        headers: bookingCodeHeader,
        querystring: querySchema(),
        response: okResponse(ref(CancellationPreviewWire)),
      },
    },
    async (request) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const code = parseOptionalBookingCode(request.headers['x-reserva-codigo'])
      const preview = await previewCancellation(request.context, { bookingId, code })
      return serializeCancellationPreview(preview)
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof NewCancellationWire> }>(
    '/reservas/:id/cancelar/',
    {
      config: { action: 'bookings.cancel' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Cancel a booking',
        description:
          'A customer sends their token and a guest proves access with `codigo`; both have to ' +
          'keep the deadline. The business, with its secret key alone, cancels any of its ' +
          'bookings until the start. The body may be empty. Errors: AUTHENTICATION_REQUIRED, ' +
          'INSUFFICIENT_SCOPE for a `nota_interna` of anybody but the business, ' +
          'BOOKING_NOT_FOUND, CANNOT_CANCEL, CANCELLATION_DEADLINE_PASSED.',
        params: idPathSchema('The booking'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewCancellationWire,
        response: okResponse(ref(CancellationWire)),
      },
    },
    async (request, reply) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const input = { bookingId, ...parseNewCancellation(request.body) }
      return serializeCancellation(
        await idempotent(request, reply, (context) => cancelBooking(context, input)),
      )
    },
  )
}
