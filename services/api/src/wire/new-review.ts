import { type FieldProblem, fail } from '@silla/errors'
import { type Static, Type } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { parseOptionalBookingCode } from './params.ts'
import { closed, optionalText } from './schema.ts'

const commentAtMost = 1000

export const NewReviewWire = closed(
  {
    valoracion: Type.Integer({ minimum: 1, maximum: 5, description: 'Rating, 1 to 5' }),
    comentario: optionalText(`What there is to say about it. Up to ${commentAtMost} characters`),
    codigo: optionalText("The booking's code: proof for a customer who is not signed in"),
  },
  { description: 'What a customer thinks of a visit' },
)

/**
 * What a body says about a visit. A code that cannot be one proves nothing: BOOKING_NOT_FOUND (D9).
 */
export function parseNewReview(body: Static<typeof NewReviewWire>) {
  const problems: FieldProblem[] = []
  const comment = parseBodyText('comentario', body.comentario, { atMost: commentAtMost }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { rating: body.valoracion, comment, code: parseOptionalBookingCode(body.codigo) }
}
