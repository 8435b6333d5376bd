import { type FieldProblem, fail } from '@silla/errors'
import type { Static } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { closed, optionalText } from './schema.ts'

const maxReasonLength = 500

export const NewTransitionWire = closed(
  {
    motivo: optionalText(
      'Reason, kept in the history of the booking for the staff of the business; the customer ' +
        `does not see it. Up to ${maxReasonLength} characters`,
    ),
  },
  { description: 'The reason for the change; may be absent' },
)

/** The body of a state change; the reason is null when absent. */
export function parseNewTransition(body: Static<typeof NewTransitionWire>): {
  reason: string | null
} {
  const problems: FieldProblem[] = []
  const reason = parseBodyText('motivo', body.motivo, { maxLength: maxReasonLength }, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return { reason: reason === '' ? null : reason }
}
