import { listReviews, reviewBooking } from '@silla/core'
import {
  NewReviewWire,
  offsetAndLimit,
  parseNewReview,
  ReviewWire,
  serializeReview,
} from '@silla/wire'
import { staffErrors } from './access.ts'
import { operation } from './operation.ts'
import { one, pageOf, pages } from './results.ts'

const tag = 'Reviews'

/** Reviews of visits (D26). */
export const reviewOperations = [
  operation({
    name: 'resenas.crear',
    tag,
    summary: 'Review a visit',
    description:
      'Once for each completed booking, by its customer: with their token, or with the `codigo`.',
    rest: { method: 'POST', path: '/reservas/:id/resena/', status: 201 },
    graphql: { field: 'crear_resena', input: 'NuevaResena' },
    access: 'anyoneOrCustomer',
    audit: null,
    ids: { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } },
    body: { schema: NewReviewWire, parse: parseNewReview },
    result: one(ReviewWire),
    errors: {
      ...staffErrors('bookings.manage'),
      AUTHENTICATION_REQUIRED: 'no token or code',
      INSUFFICIENT_SCOPE: 'the salon itself, with its secret key',
      BOOKING_NOT_FOUND: 'no such booking, or it belongs to somebody else',
      BOOKING_NOT_COMPLETED: 'the visit has not taken place',
      ALREADY_REVIEWED: 'the booking has a review',
    },
    idempotent: true,
    run: (context, { ids, body }) => reviewBooking(context, { bookingId: ids.id, ...body }),
    respond: serializeReview,
  }),

  operation({
    name: 'resenas.listar',
    tag,
    summary: 'List reviews of a professional',
    description: 'Newest first, in pages.',
    rest: { method: 'GET', path: '/peluqueros/:id/resenas/' },
    // `resenas` of a professional
    graphql: null,
    access: 'anyone',
    ids: { id: { description: 'The professional', notFound: 'PROFESSIONAL_NOT_FOUND' } },
    result: pages(ReviewWire, { type: 'PaginaResenas', order: 'Newest first' }),
    errors: { PROFESSIONAL_NOT_FOUND: 'unknown or inactive' },
    run: (context, { ids, page }) =>
      listReviews(context, { professionalId: ids.id, ...offsetAndLimit(page) }),
    respond: ({ reviews, total }, _context, { page }) =>
      pageOf(reviews.map(serializeReview), total, page),
  }),
]
