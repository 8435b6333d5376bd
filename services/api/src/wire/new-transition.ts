import { type FieldProblem, fail } from '@silla/errors'
import type { Static } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { closed, optionalText } from './schema.ts'

const reasonAtMost = 500

export const NewTransitionWire = closed(
  { motivo: optionalText(`Why, for the booking's history. Up to ${reasonAtMost} characters`) },
  { description: 'Why a booking is moved; may be left out' },
)

/** Why a booking is moved; null when nobody says. */
export function parseNewTransition(body: Static<typeof NewTransitionWire>): {
  reason: string | null
} {
  const problems: FieldProblem[] = []
  const reason = parseBodyText('motivo', body.motivo, { atMost: reasonAtMost }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { reason: reason === '' ? null : reason }
}
