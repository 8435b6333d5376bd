import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { parseOptionalBookingCode } from './params.ts'
import { closed, optionalText } from './schema.ts'

const maxCommentLength = 1000

export const NewReviewWire = closed(
  {
    valoracion: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating, 1 to 5' }),
    comentario: optionalText(`Comment. Up to ${maxCommentLength} characters`),
    codigo: optionalText("The booking's code: proof for a customer who is not signed in"),
  },
  { description: 'A review of a visit' },
)

/** The body of a review. An impossible code is BOOKING_NOT_FOUND (D9). */
export function parseNewReview(body: Static<typeof NewReviewWire>) {
  const problems: FieldProblem[] = []
  const comment = parseBodyText(
    'comentario',
    body.comentario,
    { maxLength: maxCommentLength },
    problems,
  )
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { rating: body.valoracion, comment, code: parseOptionalBookingCode(body.codigo) }
}
