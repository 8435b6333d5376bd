import { chargeFee, confirmCard, planFee, readCardPolicy, requestCard, waiveFee } from '@silla/core'
import {
  bookingCodeHeader,
  CardIntentWire,
  CardPolicyWire,
  FeeWire,
  NewCardConfirmationWire,
  NewCardWire,
  NewFeeWire,
  parseNewCard,
  parseNewCardConfirmation,
  parseNewFee,
  parseOptionalBookingCode,
  SavedCardWire,
  serializeCardIntent,
  serializeCardPolicy,
  serializeFee,
  serializeSavedCard,
  writeCardPolicy,
} from '@silla/wire'
import { staffErrors } from './access.ts'
import { acceptanceOf } from './card-acceptance.ts'
import { noBody } from './no-body.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const bookingId = { description: 'The booking', notFound: 'BOOKING_NOT_FOUND' } as const

/** Cards that customers leave with a booking, and the fees that are charged to them (D50, D51). */
export const savedCardOperations = [
  operation({
    name: 'reservas.condiciones',
    tag: 'Payments',
    summary: 'Read the terms of a card',
    description:
      'What the customer of a booking agrees to when they leave a card, in the language of the ' +
      'response. For its customer, for the business with its secret key, and for a caller with its ' +
      'code in `X-Reserva-Codigo`.',
    rest: { method: 'GET', path: '/reservas/:id/condiciones/' },
    graphql: { field: 'condiciones' },
    access: 'anyoneWithProof',
    ids: { id: bookingId },
    proof: {
      header: 'x-reserva-codigo',
      schema: bookingCodeHeader,
      argument: 'codigo',
      description: 'The code of the booking, as proof',
    },
    result: one(CardPolicyWire),
    errors: {
      ...staffErrors('bookings.manage'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      BOOKING_NOT_FOUND:
        'no such booking, or it belongs to somebody else, or the code is of another booking',
      FEE_NOT_ALLOWED: 'no card is left for this booking',
    },
    run: (context, { ids, proof }) =>
      readCardPolicy(context, {
        bookingId: ids.id,
        code: parseOptionalBookingCode(proof),
        ...{ language: context.locale.message, write: writeCardPolicy },
      }),
    respond: serializeCardPolicy,
  }),

  operation({
    name: 'pagos.tarjeta',
    tag: 'Payments',
    summary: 'Leave a card with a booking',
    description:
      'Prepares that the browser saves a card for a booking that waits for one, with `client_secret`, ' +
      'and stores that the customer has accepted the terms. Nothing is charged. Repeating it continues ' +
      'with the same card. It needs the token of the customer, the `codigo` of the booking or the ' +
      'secret key.',
    rest: { method: 'POST', path: '/pagos/tarjeta/' },
    graphql: { field: 'guardar_tarjeta', input: 'NuevaTarjeta' },
    access: 'anyoneOrCustomer',
    audit: 'payments.request-card',
    body: { schema: NewCardWire, parse: parseNewCard },
    result: one(CardIntentWire),
    errors: {
      ...staffErrors('till.charge'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      BOOKING_NOT_FOUND: 'unknown, or the token or code does not match',
      CUSTOMER_NOT_FOUND: '`cliente_id` is not the customer of the booking',
      FEE_NOT_ALLOWED: 'no card is left for this booking',
      CANNOT_PAY:
        'the booking does not wait for a card: it has one, is cancelled or over, or the card is saved by paying its deposit',
      POLICY_CHANGED: 'the terms have another version: read and show them again',
      PROCESSOR_NOT_CONFIGURED:
        'the salon does not accept online payments, has no payment account, or the account cannot charge',
      PAYMENT_FAILED: 'the processor refused',
      PROCESSOR_UNAVAILABLE: 'the processor does not respond; it is safe to repeat the request',
    },
    limit: 'intent',
    weight: 'none',
    run: (context, { body: { version, ...body } }) =>
      requestCard(context, context.options.processors, {
        ...body,
        acceptance: acceptanceOf(context, version),
      }),
    respond: serializeCardIntent,
  }),

  operation({
    name: 'pagos.tarjeta-confirmar',
    tag: 'Payments',
    summary: 'Confirm a card',
    description:
      'Reads from the processor whether the card is saved; then the booking is confirmed, or waits for ' +
      'the salon. Repeating the request returns the same.',
    rest: { method: 'POST', path: '/pagos/tarjeta/confirmar/' },
    graphql: { field: 'confirmar_tarjeta', input: 'ConfirmacionTarjeta' },
    access: 'anyoneOrCustomer',
    audit: 'payments.confirm-card',
    body: { schema: NewCardConfirmationWire, parse: parseNewCardConfirmation },
    result: one(SavedCardWire),
    errors: {
      ...staffErrors('till.charge'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      PAYMENT_NOT_FOUND: 'unknown, or it belongs to somebody else',
      CARD_NOT_SAVED: 'saving was not attempted or not completed, or came too late',
      CARD_EXPIRES_TOO_EARLY: 'the card is not valid any more on the day of the visit',
      CARD_DECLINED:
        'the last card was not accepted; see `error.mensaje_procesador`. Another one can be saved',
      PROCESSOR_UNAVAILABLE: 'the processor does not respond; it is safe to repeat the request',
    },
    weight: 'none',
    run: (context, { body }) => confirmCard(context, context.options.processors, body),
    respond: serializeSavedCard,
  }),

  operation({
    name: 'reservas.cargo',
    tag: 'Bookings',
    summary: 'Charge a fee',
    description:
      'Charges the card that was left with a booking, once: because its customer did not come, or ' +
      'cancelled late. At most what they agreed to, less what is kept of what they paid online, until 14 ' +
      'days after the start. The charge is made afterwards: `pagos` of the booking, an event and an ' +
      'email say what became of it.',
    rest: { method: 'POST', path: '/reservas/:id/cargo/' },
    graphql: { field: 'cobrar_cargo' },
    access: 'till.charge',
    audit: 'payments.charge-fee',
    ids: { id: bookingId },
    body: { schema: NewFeeWire, parse: parseNewFee },
    result: one(FeeWire),
    errors: {
      BOOKING_NOT_FOUND: 'no such booking',
      FEE_NOT_ALLOWED:
        'the visit was not missed or cancelled late by its customer, or nothing is left to charge',
      FEE_ALREADY_CHARGED:
        'the booking has a fee, which may be waived; another one needs a failed one',
      FEE_WINDOW_CLOSED: 'more than 14 days have passed since the start',
      CARD_NOT_SAVED: 'it has no card, or the card is on another account of the salon',
      AMOUNT_MISMATCH: '`monto` is more than may be charged',
      INVALID_AMOUNT:
        '`monto` is not positive, has more than two decimals, or is below the minimum card charge',
      PROCESSOR_NOT_CONFIGURED:
        'the salon does not accept online payments, has no payment account, or the account cannot charge',
    },
    idempotent: true,
    simulated: true,
    run: (context, { ids, body, simulated }) =>
      (simulated ? planFee : chargeFee)(context, context.options.processors, {
        ...{ bookingId: ids.id, ...body },
      }),
    respond: (fee, _context, { simulated }) => serializeFee(fee, { simulated }),
  }),

  operation({
    name: 'reservas.cargo-perdonar',
    tag: 'Bookings',
    summary: 'Waive a fee',
    description:
      'Waives the fee of a booking for good: it is not charged any more, and what was charged is ' +
      'refunded.',
    rest: { method: 'POST', path: '/reservas/:id/cargo/perdonar/' },
    graphql: { field: 'perdonar_cargo' },
    access: 'till.void',
    audit: 'payments.waive-fee',
    ids: { id: bookingId },
    body: noBody,
    result: one(FeeWire),
    errors: {
      BOOKING_NOT_FOUND: 'no such booking',
      FEE_NOT_ALLOWED: 'the booking has no fee, or it has failed',
    },
    idempotent: true,
    run: (context, { ids }) => waiveFee(context, { bookingId: ids.id }),
    respond: (fee) => serializeFee(fee, { simulated: false }),
  }),
]
