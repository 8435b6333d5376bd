import { changeLines } from '@silla/core'
import {
  ChangedBookingWire,
  NewLinesWire,
  parseNewLines,
  serializeChangedBooking,
} from '@silla/wire'
import { ownAgendaErrors } from './access.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

/** The services of a booking (D54). */
export const bookingLineOperations = [
  operation({
    name: 'reservas.lineas',
    tag: 'Bookings',
    summary: 'Change the services of a booking',
    description:
      'Adds and removes services, gives them to other people or another price, until the business ' +
      'completes the visit. The start stays, and the services follow each other. A refused booking stays as it ' +
      'is.',
    rest: { method: 'PUT', path: '/reservas/:id/lineas/' },
    graphql: { field: 'cambiar_lineas', input: 'NuevasLineas' },
    access: 'bookings.manage',
    audit: 'bookings.change-lines',
    ids: { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } },
    body: { schema: NewLinesWire, parse: parseNewLines },
    result: one(ChangedBookingWire),
    errors: {
      PERMISSION_REQUIRED: `${ownAgendaErrors('bookings.manage').PERMISSION_REQUIRED}; or without \`caja.descuento\` and with a \`precio\` below the usual one`,
      VALIDATION_ERROR: 'the body is invalid, or another `precio` has no `motivo`',
      BOOKING_NOT_FOUND: 'no such booking, or one that the member of staff does not take part in',
      VERSION_CONFLICT: 'the booking has another `version`',
      CANNOT_CHANGE_LINES:
        'the business has completed the visit, or it is cancelled or a no-show, or the salon has another ' +
        'currency since',
      LINE_PAID_WITH_POINTS: 'a service that was paid with points is removed, or has a `precio`',
      SERVICE_NOT_FOUND: 'unknown or inactive',
      PROFESSIONAL_NOT_FOUND: 'unknown or inactive',
      SERVICE_NOT_OFFERED: 'this professional does not offer the service, or nobody does',
      BUSINESS_CLOSED: 'the salon is closed then',
      PROFESSIONAL_NOT_AVAILABLE: 'the professional does not work then',
      SLOT_NOT_AVAILABLE: 'what is added, or takes longer, is taken',
    },
    idempotent: true,
    simulated: true,
    run: (context, { ids, body, simulated }) =>
      changeLines(context, { bookingId: ids.id, simulated, ...body }),
    respond: (booking, { locale }, { simulated }) =>
      serializeChangedBooking(booking, { simulated }, locale),
  }),
]
