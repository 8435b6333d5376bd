import { listReviews, reviewBooking } from '@silla/core'
import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { NewReviewWire, parseNewReview } from '../wire/new-review.ts'
import { pageOf, parsePageOrFirst, rowsOf, serializePagination } from '../wire/pagination.ts'
import { idPath, listQueryOf, queryOf } from '../wire/parameters.ts'
import { ReviewWire, serializeReview } from '../wire/professional.ts'
import { parsePathId, type Query } from '../wire/query.ts'
import { ref } from '../wire/schema.ts'
import { idempotent } from './idempotency.ts'
import { respondsCreated, respondsWith } from './response-schemas.ts'
import { tokenAccepted } from './security-schemes.ts'

const tags = ['Reviews']

/** What customers say about visits (D26). */
export function reviewRoutes(app: FastifyInstance): void {
  app.post<{ Params: { id: string }; Body: Static<typeof NewReviewWire> }>(
    '/reservas/:id/resena/',
    {
      schema: {
        tags,
        security: tokenAccepted,
        summary: 'Review a visit',
        description:
          'Once for each completed booking, by its customer: with their token, or with the `codigo`. Refused with AUTHENTICATION_REQUIRED, INSUFFICIENT_SCOPE (the business itself), BOOKING_NOT_FOUND, BOOKING_NOT_COMPLETED or ALREADY_REVIEWED.',
        params: idPath('The booking'),
        querystring: queryOf(),
        headers: idempotencyHeaders,
        body: NewReviewWire,
        response: respondsCreated(ref(ReviewWire)),
      },
    },
    async (request, reply) => {
      const bookingId = parsePathId(request.params.id) ?? fail('BOOKING_NOT_FOUND')
      const input = { bookingId, ...parseNewReview(request.body) }
      const review = await idempotent(request, reply, (context) => reviewBooking(context, input))
      return reply.code(201).send(serializeReview(review))
    },
  )

  app.get<{ Params: { id: string }; Querystring: Query }>(
    '/peluqueros/:id/resenas/',
    {
      schema: {
        tags,
        summary: 'Reviews of a professional',
        description: 'The latest first, in pages. Refused with PROFESSIONAL_NOT_FOUND.',
        params: idPath('The professional'),
        querystring: listQueryOf(),
        response: respondsWith(pageOf(ref(ReviewWire), 'The latest first')),
      },
    },
    async (request) => {
      const professionalId = parsePathId(request.params.id) ?? fail('PROFESSIONAL_NOT_FOUND')
      const page = parsePageOrFirst(request.query)
      const { reviews, total } = await listReviews(request.caller, {
        professionalId,
        ...rowsOf(page),
      })
      return { items: reviews.map(serializeReview), pagination: serializePagination(total, page) }
    },
  )
}
