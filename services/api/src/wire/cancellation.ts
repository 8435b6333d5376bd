import type { CancelledBooking } from '@silla/core'
import { type FieldProblem, fail } from '@silla/errors'
import type { Static } from 'typebox'
import { parseBodyText } from './body-text.ts'
import { stateWords } from './booking.ts'
import { parseOptionalBookingCode } from './params.ts'
import { RefundWire, serializeRefund } from './payment-summary.ts'
import { closed, identifier, oneOf, optionalText, timestamp } from './schema.ts'

export const CancellationWire = closed(
  {
    id: identifier('The booking'),
    estado: oneOf(Object.values(stateWords), 'New state of the booking'),
    cancelada_en: timestamp('When it was cancelled'),
    reembolso: { ...RefundWire, description: 'The refund of what was paid' },
  },
  { $id: 'Cancelacion', description: 'A booking that was just cancelled' },
)

/** A booking that was just cancelled, and its refund. */
export const serializeCancellation = ({ booking, refund }: CancelledBooking) =>
  ({
    id: booking.id,
    estado: stateWords[booking.state],
    cancelada_en: (booking.cancellation?.at ?? booking.updatedAt).toISOString(),
    reembolso: serializeRefund(refund),
  }) satisfies Static<typeof CancellationWire>

const maxReasonLength = 500

export const NewCancellationWire = closed(
  {
    motivo: optionalText(
      'Reason, shown with the booking; that of the business is also in the e-mail to the ' +
        `customer. Up to ${maxReasonLength} characters`,
    ),
    nota_interna: optionalText(
      'Note for the staff of the business, which the customer never sees; needs a secret key. Up ' +
        `to ${maxReasonLength} characters`,
    ),
    codigo: optionalText("The booking's code: proof for a caller without a secret key"),
  },
  {
    description:
      'The reason, a note of the business and, for a guest, the proof that the booking is theirs; ' +
      'may be absent',
  },
)

/** The body of a cancellation. An impossible code is BOOKING_NOT_FOUND (D9). */
export function parseNewCancellation(body: Static<typeof NewCancellationWire>) {
  const problems: FieldProblem[] = []
  const rule = { maxLength: maxReasonLength }
  const reason = parseBodyText('motivo', body.motivo, rule, problems)
  const note = parseBodyText('nota_interna', body.nota_interna, rule, problems)
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
  return {
    code: parseOptionalBookingCode(body.codigo),
    reason: reason || null,
    note: note || null,
  }
}
