import { listReviews, reviewBooking } from '@silla/core'
import { fail } from '@silla/errors'
import {
  idempotencyHeaders,
  idPathSchema,
  listQuerySchema,
  NewReviewWire,
  offsetAndLimit,
  type Params,
  pageSchema,
  parseNewReview,
  parsePageOrFirst,
  parseRecordId,
  querySchema,
  ReviewWire,
  ref,
  serializePagination,
  serializeReview,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { idempotent } from './idempotency.ts'
import { createdResponse, okResponse } from './response-schemas.ts'
import { tokenAccepted } from './security-schemes.ts'

const tags = ['Reviews']

/** Reviews of visits (D26). */
export function reviewRoutes(app: FastifyInstance): void {
  app.post<{ Params: { id: string }; Body: Static<typeof NewReviewWire> }>(
    '/reservas/:id/resena/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Review a visit',
        description:
          'Once for each completed booking, by its customer: with their token, or with the ' +
          '`codigo`. Errors: AUTHENTICATION_REQUIRED, INSUFFICIENT_SCOPE (the business ' +
          'itself), BOOKING_NOT_FOUND, BOOKING_NOT_COMPLETED, ALREADY_REVIEWED.',
        params: idPathSchema('The booking'),
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewReviewWire,
        response: createdResponse(ref(ReviewWire)),
      },
    },
    async (request, reply) => {
      const bookingId = parseRecordId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const input = { bookingId, ...parseNewReview(request.body) }
      const review = await idempotent(request, reply, (context) => reviewBooking(context, input))
      return reply.code(201).send(serializeReview(review))
    },
  )

  app.get<{ Params: { id: string }; Querystring: Params }>(
    '/peluqueros/:id/resenas/',
    {
      schema: {
        tags,
        summary: 'List reviews of a professional',
        description: 'Newest first, in pages. Errors: PROFESSIONAL_NOT_FOUND.',
        params: idPathSchema('The professional'),
        querystring: listQuerySchema(),
        response: okResponse(pageSchema(ref(ReviewWire), 'Newest first')),
      },
    },
    async (request) => {
      const professionalId = parseRecordId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      const page = parsePageOrFirst(request.query)
      const { reviews, total } = await listReviews(request.context, {
        professionalId,
        ...offsetAndLimit(page),
      })
      return { items: reviews.map(serializeReview), pagination: serializePagination(total, page) }
    },
  )
}
