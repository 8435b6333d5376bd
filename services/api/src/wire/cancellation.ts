import type { CancelledBooking } from '@silla/core'
import { major } from '@silla/money'
import type { Static } from 'typebox'
import { stateWords } from './booking.ts'
import { closed, flag, identifier, money, oneOf, timestamp } from './schema.ts'

const refundWords = {
  none: 'no_aplica',
  pending: 'pendiente',
  completed: 'completado',
  failed: 'fallido',
} as const satisfies Record<CancelledBooking['refund']['state'], string>

export const CancellationWire = closed(
  {
    id: identifier('The booking'),
    estado: oneOf(Object.values(stateWords), 'State of the booking now'),
    cancelada_en: timestamp('When it was cancelled'),
    reembolso: closed(
      {
        aplica: flag('Money goes back'),
        monto: money('How much'),
        estado: oneOf(Object.values(refundWords), 'How far the refund is'),
      },
      { description: 'What happens to what was paid' },
    ),
  },
  { $id: 'Cancelacion', description: 'A booking that was just cancelled' },
)

/** A booking that was just cancelled, and what is paid back. */
export const showCancellation = ({ booking, refund }: CancelledBooking) =>
  ({
    id: booking.id,
    estado: stateWords[booking.state],
    cancelada_en: (booking.cancellation?.at ?? booking.updatedAt).toISOString(),
    reembolso: { aplica: refund.applies, monto: major(refund.amountCents), estado: refundWords[refund.state] },
  }) satisfies Static<typeof CancellationWire>
