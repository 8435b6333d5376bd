import { bookingMessages, chooseBookingMessages } from '@silla/core'
import {
  BookingMessagesWire,
  bookingCodeHeader,
  NewBookingMessagesWire,
  parseNewBookingMessages,
  parseOptionalBookingCode,
  serializeBookingMessages,
} from '@silla/wire'
import { staffErrors } from './access.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const shared = {
  tag: 'Bookings',
  ids: { id: { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } },
  result: one(BookingMessagesWire),
  respond: serializeBookingMessages,
} as const

const errors = {
  AUTHENTICATION_REQUIRED: 'no token, code or secret key',
  BOOKING_NOT_FOUND:
    'no such booking, or it belongs to somebody else, or the code is of another booking',
  ...staffErrors('bookings.manage'),
} as const

/** Where messages about a customer's bookings go (D77). */
export const bookingMessageOperations = [
  operation({
    ...shared,
    name: 'reservas.mensajes',
    summary: 'Get which messages the customer of a booking gets',
    description:
      'Confirmations, changes and reminders by WhatsApp or SMS, instead of by e-mail. For its customer, for ' +
      'the business with its secret key, and for a caller with its code in `X-Reserva-Codigo`.',
    rest: { method: 'GET', path: '/reservas/:id/mensajes/' },
    graphql: { field: 'mensajes_reserva' },
    access: 'anyoneWithProof',
    proof: {
      header: 'x-reserva-codigo',
      schema: bookingCodeHeader,
      argument: 'codigo',
      description: 'The code of the booking, as proof',
    },
    errors,
    run: (context, { ids, proof }) =>
      bookingMessages(context, { bookingId: ids.id, code: parseOptionalBookingCode(proof) }),
  }),

  operation({
    ...shared,
    name: 'reservas.elegir_mensajes',
    summary: 'Choose which messages the customer of a booking gets',
    description:
      'Records what they agree to, for the number of the booking and all their bookings with it. A customer ' +
      'sends their token and a guest proves access with `codigo`.',
    rest: { method: 'PUT', path: '/reservas/:id/mensajes/' },
    graphql: { field: 'elegir_mensajes', input: 'EleccionMensajes' },
    access: 'anyoneOrCustomer',
    audit: 'bookings.choose-messages',
    body: { schema: NewBookingMessagesWire, parse: parseNewBookingMessages },
    errors: { VALIDATION_ERROR: 'the body is invalid', ...errors },
    run: (context, { ids, body }) => chooseBookingMessages(context, { bookingId: ids.id, ...body }),
  }),
]
