import { type FieldProblem, fail } from '@silla/errors'
import type { Static } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { parseProof } from './booking-code.ts'
import { closed, optionalText } from './schema.ts'

const reasonAtMost = 500

export const NewCancellationWire = closed(
  {
    motivo: optionalText(`Why. Up to ${reasonAtMost} characters`),
    codigo: optionalText("The booking's code: proof for a caller without a secret key"),
  },
  {
    description:
      'Why a booking is cancelled and, for a guest, the proof that it is theirs; may be left out',
  },
)

/**
 * What a body says about a cancellation. A code that cannot be one proves nothing:
 * BOOKING_NOT_FOUND (D9).
 */
export function parseNewCancellation(body: Static<typeof NewCancellationWire>) {
  const problems: FieldProblem[] = []
  const reason = parseBodyText('motivo', body.motivo, { atMost: reasonAtMost }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { code: parseProof(body.codigo), reason: reason === '' ? null : reason }
}
