import type { CancelledBooking } from '@silla/core'
import type { Static } from 'typebox'
import { stateWords } from './booking.ts'
import { RefundWire, serializeRefund } from './payment-summary.ts'
import { closed, identifier, oneOf, timestamp } from './schema.ts'

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
