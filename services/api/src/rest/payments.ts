import { confirmPayment, createIntent } from '@silla/core'
import {
  ConfirmationWire,
  IntentWire,
  idempotencyHeaders,
  NewConfirmationWire,
  NewIntentWire,
  parseNewConfirmation,
  parseNewIntent,
  querySchema,
  ref,
  serializeConfirmation,
  serializeIntent,
} from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { idempotent } from '../operations/idempotency.ts'
import type { OperationOptions } from '../operations/operation-options.ts'
import { okResponse } from './response-schemas.ts'
import { tokenAccepted } from './security-schemes.ts'

const tags = ['Payments']

/** Card payments: creating an intent for the browser, and confirming it (D20 to D22). */
export function paymentRoutes(app: FastifyInstance, { processors }: OperationOptions): void {
  app.post<{ Body: Static<typeof NewIntentWire> }>(
    '/pagos/intent/',
    {
      config: { limit: 'intent', weight: requestWeights.none, action: 'payments.intent' },
      schema: {
        tags,
        summary: 'Create a payment intent',
        description:
          'Creates a payment intent for the whole amount due, on the salon’s own account at ' +
          'the processor; the browser pays it with `client_secret`. An open intent for the ' +
          'same payment is returned again. A booking needs the token of its customer, its ' +
          '`codigo` or the secret key; an order or a points package the token or the secret ' +
          'key. Errors: INVALID_AMOUNT, AMOUNT_MISMATCH, BOOKING_ALREADY_PAID, ' +
          'ORDER_ALREADY_PAID, CANNOT_PAY, POINTS_DISABLED, PROCESSOR_NOT_CONFIGURED, ' +
          'PAYMENT_FAILED, CARD_DECLINED, AUTHENTICATION_REQUIRED, BOOKING_NOT_FOUND, ' +
          'ORDER_NOT_FOUND, PACKAGE_NOT_FOUND, CUSTOMER_NOT_FOUND, PROCESSOR_UNAVAILABLE.',
        security: tokenAccepted,
        querystring: querySchema(),
        headers: idempotencyHeaders,
        body: NewIntentWire,
        response: okResponse(ref(IntentWire)),
      },
    },
    async (request, reply) => {
      const input = parseNewIntent(request.body)
      return serializeIntent(
        await idempotent(request, reply, (context) => createIntent(context, processors, input)),
      )
    },
  )

  app.post<{ Body: Static<typeof NewConfirmationWire> }>(
    '/pagos/confirmar/',
    {
      config: { weight: requestWeights.none, action: 'payments.confirm' },
      schema: {
        tags,
        summary: 'Confirm a payment',
        description:
          'Reads the state of an intent from the processor and applies it; repeating the ' +
          'request returns the same. `procesando`: the payment is being processed. Errors: ' +
          'PAYMENT_NOT_COMPLETED while no payment was attempted, CARD_DECLINED and ' +
          'PAYMENT_FAILED with the processor’s message in `error.mensaje_procesador`, ' +
          'AUTHENTICATION_REQUIRED, PAYMENT_NOT_FOUND, PROCESSOR_NOT_CONFIGURED, ' +
          'PROCESSOR_UNAVAILABLE.',
        security: tokenAccepted,
        querystring: querySchema(),
        body: NewConfirmationWire,
        response: okResponse(ref(ConfirmationWire)),
      },
    },
    async (request) =>
      serializeConfirmation(
        await confirmPayment(request.context, processors, parseNewConfirmation(request.body)),
      ),
  )
}
