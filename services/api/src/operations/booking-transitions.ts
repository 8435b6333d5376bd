import { type BusinessTransition, transitionBooking } from '@silla/core'
import {
  BookingDetailWire,
  NewTransitionWire,
  parseNewTransition,
  serializeBookingDetail,
} from '@silla/wire'
import type { AuditedAction } from '../auth/audit.ts'
import { type Operation, operation } from './operation.ts'
import { one } from './results.ts'

/** State changes by the business (D14). */
export const bookingTransitionOperations = [
  transitionOperation('confirm', {
    verb: 'confirmar',
    field: 'confirmar_reserva',
    audit: 'bookings.confirm',
    summary: 'Confirm a booking',
    description: 'Confirms a pending booking and notifies its customer.',
    impossible: 'it is not `pendiente`',
  }),
  transitionOperation('complete', {
    verb: 'completar',
    field: 'completar_reserva',
    audit: 'bookings.complete',
    summary: 'Mark a booking as completed',
    description:
      'Possible once the visit has started; awards its points. Also corrects a no-show within 72 ' +
      'hours.',
    impossible:
      'it is neither `confirmada` and started, nor a `no_show` that was recorded in the last 72 hours',
  }),
  transitionOperation('no_show', {
    verb: 'no-show',
    field: 'marcar_no_show',
    audit: 'bookings.no-show',
    summary: 'Mark a booking as a no-show',
    description:
      'Possible from 15 minutes after the start. Also corrects a completed visit within 72 hours, ' +
      'and takes its points back as far as the balance covers them.',
    impossible:
      'it is neither `confirmada` and started 15 minutes ago, nor a `completada` of the last 72 hours',
  }),
]

interface TransitionParts {
  verb: string
  field: string
  audit: AuditedAction
  summary: string
  description: string
  /** When it is INVALID_TRANSITION. */
  impossible: string
}

function transitionOperation(
  transition: BusinessTransition,
  { verb, field, audit, summary, description, impossible }: TransitionParts,
): Operation {
  return operation({
    name: `reservas.${verb}`,
    tag: 'Bookings',
    summary,
    description,
    rest: { method: 'POST', path: `/reservas/:id/${verb}/` },
    graphql: { field },
    access: 'bookings.manage',
    audit,
    ids: { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } },
    body: { schema: NewTransitionWire, parse: parseNewTransition },
    result: one(BookingDetailWire),
    errors: { BOOKING_NOT_FOUND: 'no such booking', INVALID_TRANSITION: impossible },
    idempotent: true,
    run: (context, { ids, body }) =>
      transitionBooking(context, { bookingId: ids.id, transition, ...body }),
    respond: (booking, { locale }) => serializeBookingDetail(booking, locale),
  })
}
