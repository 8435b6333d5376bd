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
    estado: oneOf(Object.values(stateWords), 'State of the booking now'),
    cancelada_en: timestamp('When it was cancelled'),
    reembolso: { ...RefundWire, description: 'What happens to what was paid' },
  },
  { $id: 'Cancelacion', description: 'A booking that was just cancelled' },
)

/** A booking that was just cancelled, and what is paid back. */
export const serializeCancellation = ({ booking, refund }: CancelledBooking) =>
  ({
    id: booking.id,
    estado: stateWords[booking.state],
    cancelada_en: (booking.cancellation?.at ?? booking.updatedAt).toISOString(),
    reembolso: serializeRefund(refund),
  }) satisfies Static<typeof CancellationWire>

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
  return { code: parseOptionalBookingCode(body.codigo), reason: reason === '' ? null : reason }
}
