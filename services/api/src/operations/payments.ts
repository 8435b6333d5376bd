import { confirmPayment, createIntent } from '@silla/core'
import {
  ConfirmationWire,
  IntentWire,
  NewConfirmationWire,
  NewIntentWire,
  parseNewConfirmation,
  parseNewIntent,
  serializeConfirmation,
  serializeIntent,
} from '@silla/wire'
import { staffErrors } from './access.ts'
import { acceptanceOf } from './card-acceptance.ts'
import { operation } from './operation.ts'
import { one } from './results.ts'

const tag = 'Payments'

/** Card payments: creating an intent for the browser, and confirming it (D20 to D22). */
export const paymentOperations = [
  operation({
    name: 'pagos.intent',
    tag,
    summary: 'Create a payment intent',
    description:
      'Creates a payment intent for the whole amount due, on the salon’s own account at the ' +
      'processor; the browser pays it with `client_secret`. An open intent for the same payment is ' +
      'returned again. A booking needs the token of its customer, its `codigo` or the secret key; ' +
      'an order or a points package the token or the secret key.',
    rest: { method: 'POST', path: '/pagos/intent/' },
    graphql: { field: 'crear_intent', input: 'NuevoIntent' },
    access: 'anyoneOrCustomer',
    audit: 'payments.intent',
    body: { schema: NewIntentWire, parse: parseNewIntent },
    result: one(IntentWire),
    errors: {
      ...staffErrors('till.charge'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      BOOKING_NOT_FOUND: 'unknown, or the token or code does not match',
      ORDER_NOT_FOUND: 'unknown, or the token does not match',
      PACKAGE_NOT_FOUND: 'unknown',
      CUSTOMER_NOT_FOUND: '`cliente_id` does not exist or is another customer',
      BOOKING_ALREADY_PAID: 'the booking is paid',
      ORDER_ALREADY_PAID: 'the order is paid',
      CANNOT_PAY: 'cancelled or over, or another payment for it is in progress',
      POINTS_DISABLED: 'the salon has no points',
      PROCESSOR_NOT_CONFIGURED:
        'the salon does not accept online payments, has no payment account, or the account cannot charge',
      AMOUNT_MISMATCH: 'not the amount due',
      POLICY_CHANGED:
        'the card is saved by paying, and `condiciones` is missing or of another version: read and show the terms',
      INVALID_AMOUNT:
        'not positive, or below the minimum card charge (0.50 EUR, 0.50 USD, 0.30 GBP, 2.00 AED)',
      CARD_DECLINED:
        'the card was declined; the processor’s message is in `error.mensaje_procesador`',
      PAYMENT_FAILED: 'the processor refused for another reason',
      PROCESSOR_UNAVAILABLE: 'the processor does not respond; it is safe to repeat the request',
    },
    idempotent: true,
    limit: 'intent',
    weight: 'none',
    run: (context, { body: { version, ...body } }) =>
      createIntent(context, context.options.processors, {
        ...body,
        acceptance: acceptanceOf(context, version),
      }),
    respond: serializeIntent,
  }),

  operation({
    name: 'pagos.confirmar',
    tag,
    summary: 'Confirm a payment',
    description:
      'Reads the state of an intent from the processor and applies it; repeating the request ' +
      'returns the same. `procesando`: the payment is being processed.',
    rest: { method: 'POST', path: '/pagos/confirmar/' },
    graphql: { field: 'confirmar_pago', input: 'ConfirmacionIntent' },
    access: 'anyoneOrCustomer',
    audit: 'payments.confirm',
    body: { schema: NewConfirmationWire, parse: parseNewConfirmation },
    result: one(ConfirmationWire),
    errors: {
      ...staffErrors('till.charge'),
      AUTHENTICATION_REQUIRED: 'no token, code or secret key',
      PAYMENT_NOT_FOUND: 'unknown, unknown to the processor, or it belongs to somebody else',
      PAYMENT_NOT_COMPLETED: 'payment was not attempted, or not completed',
      CARD_DECLINED:
        'the last attempt failed; see `error.mensaje_procesador`. Another card can be tried with the same intent',
      PAYMENT_FAILED: 'the same, for another reason than the card',
      PROCESSOR_NOT_CONFIGURED: 'the payment account has withdrawn its access',
      PROCESSOR_UNAVAILABLE: 'the processor does not respond; it is safe to repeat the request',
    },
    weight: 'none',
    run: (context, { body }) => confirmPayment(context, context.options.processors, body),
    respond: serializeConfirmation,
  }),
]
