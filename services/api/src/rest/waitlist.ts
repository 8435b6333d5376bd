import {
  acceptOffer,
  businessOnly,
  declineOffer,
  findWaitlistEntry,
  joinWaitlist,
  leaveWaitlist,
  listCustomerWaitlist,
  listWaitlist,
  signedInCustomer,
} from '@silla/core'
import { fail } from '@silla/errors'
import {
  BookingWire,
  bookingCodeHeader,
  idempotencyHeaders,
  idPathSchema,
  LeftWaitlistWire,
  listQuerySchema,
  NewWaitlistAnswerWire,
  NewWaitlistEntryWire,
  OfferAnswerWire,
  offsetAndLimit,
  type Params,
  pageSchema,
  parseNewWaitlistEntry,
  parseOfferAnswer,
  parseOptionalBookingCode,
  parsePageOrFirst,
  parseRecordId,
  parseWaitlistState,
  querySchema,
  ref,
  serializeBooking,
  serializeLeftWaitlist,
  serializeNewEntry,
  serializePagination,
  serializeWaitlistEntry,
  WaitlistEntryWire,
  waitlistFilterParams,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { localeOf } from '../operations/operation-options.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import { tokenAccepted, tokenOrCode, tokenRequired } from './security-schemes.ts'

const tags = ['Waitlist']

type CodeHeader = { 'x-reserva-codigo'?: string }

/** Waiting for a time that is taken today (D40). */
export function waitlistRoutes(app: FastifyInstance, options: OperationOptions): void {
  app.post<{ Body: Static<typeof NewWaitlistEntryWire> }>(
    '/lista-espera/',
    {
      config: { limit: 'create', action: 'waitlist.add' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Join the waitlist',
        description:
          'When time is freed, the first entry that it fits is offered it by e-mail; nothing is ' +
          'kept before that. Errors: INVALID_DATE, INVALID_TIME, INVALID_RANGE, DATE_IN_PAST, ' +
          'DATE_TOO_FAR, SERVICE_NOT_FOUND, SERVICE_NOT_BOOKABLE, PROFESSIONAL_NOT_FOUND, ' +
          'SERVICE_NOT_OFFERED, PHONE_REQUIRED, CUSTOMER_BLOCKED, WAITLIST_LIMIT_REACHED.',
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewWaitlistEntryWire,
        response: createdResponse(ref(NewWaitlistAnswerWire)),
      },
    },
    async (request, reply) => {
      const catalog = await request.context.tenant.catalog()
      const input = parseNewWaitlistEntry(request.body, {
        country: catalog.business.address.country,
        language: request.languages.message,
        signedIn: request.context.identity.kind === 'customer',
      })
      const clientAddress = request.clientAddress()
      const entry = await idempotent(request, reply, (context) =>
        joinWaitlist(context, { ...input, clientAddress }),
      )
      return reply.code(201).send(serializeNewEntry(entry))
    },
  )

  app.get<{ Querystring: Params }>(
    '/lista-espera/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags,
        summary: 'List the waitlist',
        description:
          'All entries of the business, latest first, in pages; needs its secret key. Errors: ' +
          'INSUFFICIENT_SCOPE.',
        querystring: listQuerySchema(waitlistFilterParams),
        response: okResponse(pageSchema(ref(WaitlistEntryWire), 'Latest first')),
      },
    },
    async (request) => {
      businessOnly(request.context)
      const page = parsePageOrFirst(request.query)
      const { entries, total } = await listWaitlist(request.context, {
        state: parseWaitlistState(request.query),
        ...offsetAndLimit(page),
      })
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return {
        items: entries.map((entry) =>
          serializeWaitlistEntry({ entry, contactVisible: true }, locale),
        ),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.get<{ Querystring: Params }>(
    '/cliente/lista-espera/',
    {
      config: { weight: requestWeights.list },
      schema: {
        tags: ['Customer'],
        security: tokenRequired,
        summary: "List the customer's entries of the waitlist",
        description:
          'The entries of the customer whose token is sent, latest first, in pages. Errors: ' +
          'AUTHENTICATION_REQUIRED.',
        querystring: listQuerySchema(),
        response: okResponse(pageSchema(ref(WaitlistEntryWire), 'Latest first')),
      },
    },
    async (request) => {
      signedInCustomer(request.context)
      const page = parsePageOrFirst(request.query)
      const { entries, total } = await listCustomerWaitlist(request.context, offsetAndLimit(page))
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return {
        items: entries.map((entry) =>
          serializeWaitlistEntry({ entry, contactVisible: true }, locale),
        ),
        pagination: serializePagination(total, page),
      }
    },
  )

  app.get<{ Params: { id: string }; Headers: CodeHeader }>(
    '/lista-espera/:id/',
    {
      schema: {
        tags,
        security: tokenOrCode,
        summary: 'Get an entry of the waitlist',
        description:
          'For its customer, for the business with its secret key, and for a caller with its ' +
          'code in `X-Reserva-Codigo`, for whom e-mail, phone and notes are masked. It only ' +
          'shows: an offer is accepted with a POST. Errors: AUTHENTICATION_REQUIRED without a ' +
          'proof of access, WAITLIST_NOT_FOUND with a wrong one.',
        params: idPathSchema('The entry'),
        headers: bookingCodeHeader,
        querystring: querySchema(),
        response: okResponse(ref(WaitlistEntryWire)),
      },
    },
    async (request) => {
      const entry = await findWaitlistEntry(request.context, proofOf(request))
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return serializeWaitlistEntry(entry, locale)
    },
  )

  app.delete<{ Params: { id: string }; Headers: CodeHeader }>(
    '/lista-espera/:id/',
    {
      config: { action: 'waitlist.remove' },
      schema: {
        tags,
        security: tokenOrCode,
        summary: 'Leave the waitlist',
        description:
          'Takes an entry off the waitlist; a time that is kept for it is offered to the next ' +
          'one. An entry that has ended stays as it is. Errors: AUTHENTICATION_REQUIRED, ' +
          'WAITLIST_NOT_FOUND.',
        params: idPathSchema('The entry'),
        headers: bookingCodeHeader,
        querystring: querySchema(),
        response: okResponse(ref(LeftWaitlistWire)),
      },
    },
    async (request, reply) => {
      const proof = proofOf(request)
      return serializeLeftWaitlist(
        await idempotent(request, reply, (context) => leaveWaitlist(context, proof)),
      )
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof OfferAnswerWire> }>(
    '/lista-espera/:id/aceptar/',
    {
      config: { limit: 'create', action: 'waitlist.accept' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Accept an offer of the waitlist',
        description:
          'Books the time that the entry was offered. Errors: AUTHENTICATION_REQUIRED, ' +
          'WAITLIST_NOT_FOUND, WAITLIST_NO_OFFER with `error.estado`, and those of creating a ' +
          'booking, except that the time is kept.',
        params: idPathSchema('The entry'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: OfferAnswerWire,
        response: createdResponse(ref(BookingWire)),
      },
    },
    async (request, reply) => {
      const answer = parseOfferAnswer(request.params.id, request.body)
      const clientAddress = request.clientAddress()
      const booking = await idempotent(request, reply, (context) =>
        acceptOffer(context, { ...answer, clientAddress }),
      )
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return reply.code(201).send(serializeBooking(booking, locale))
    },
  )

  app.post<{ Params: { id: string }; Body: Static<typeof OfferAnswerWire> }>(
    '/lista-espera/:id/rechazar/',
    {
      config: { action: 'waitlist.decline' },
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Decline an offer of the waitlist',
        description:
          'Frees the time that the entry was offered at once, for the next one. The entry waits for ' +
          'another time, and is not offered this one again. Errors: AUTHENTICATION_REQUIRED, ' +
          'WAITLIST_NOT_FOUND, WAITLIST_NO_OFFER with `error.estado`.',
        params: idPathSchema('The entry'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: OfferAnswerWire,
        response: okResponse(ref(WaitlistEntryWire)),
      },
    },
    async (request, reply) => {
      const answer = parseOfferAnswer(request.params.id, request.body)
      const entry = await idempotent(request, reply, (context) => declineOffer(context, answer))
      const locale = localeOf(request, await request.context.tenant.catalog(), options)
      return serializeWaitlistEntry(entry, locale)
    },
  )
}

const proofOf = ({ params, headers }: { params: { id: string }; headers: CodeHeader }) => ({
  entryId: parseRecordId(params.id) ?? fail('WAITLIST_NOT_FOUND'),
  code: parseOptionalBookingCode(headers['x-reserva-codigo'], 'WAITLIST_NOT_FOUND'),
})
