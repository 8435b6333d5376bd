import type { Payment, PaymentIntentResult, Reference } from '@silla/core'
import { toMajor } from '@silla/money'
import { type Static, Type } from 'typebox'
import { parseOptionalBookingCode } from './params.ts'
import { paymentStateWords } from './payment-summary.ts'
import {
  closed,
  count,
  flag,
  identifier,
  money,
  oneOf,
  optionalText,
  text,
  whole,
} from './schema.ts'

const referenceKinds = {
  booking: (id) => ({ kind: 'booking', bookingId: id }),
  order: (id) => ({ kind: 'order', orderId: id }),
  points: (id) => ({ kind: 'package', packageId: id }),
} as const satisfies Record<string, (id: number) => Reference>

const kinds = Object.keys(referenceKinds) as (keyof typeof referenceKinds)[]

const proof = optionalText("The booking's code: proof of access for a guest")

export const NewIntentWire = closed(
  {
    cliente_id: identifier('The customer who pays'),
    amount: whole('The whole amount due, in cents: `a_pagar_ahora`, or the price of the package'),
    type: oneOf(kinds, 'What is paid for'),
    reference_id: identifier('The booking, the order or the points package'),
    codigo: proof,
    condiciones: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 64 },
        description:
          'Of a booking with `senal` and `garantia`: the `version` of the terms that the customer has accepted, because the card is saved by paying',
      }),
    ),
  },
  { description: 'A payment' },
)

export const IntentWire = closed(
  {
    client_secret: text('Secret for the payer’s browser only'),
    payment_intent_id: text('The intent at the processor'),
    amount: count('In cents'),
    currency: text('Currency code in lower case'),
    processor_publishable_key: text('Key for the processor’s browser library'),
    processor_account_id: text(
      'The salon’s account at the processor, which that library needs too',
    ),
    customer_id: text('The customer at the processor'),
  },
  { $id: 'IntentoDePago', description: 'A payment intent, which the browser pays' },
)

export const NewConfirmationWire = closed(
  {
    payment_intent_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The intent that was paid',
    }),
    codigo: proof,
  },
  { description: 'The payment to check' },
)

export const ConfirmationWire = closed(
  {
    pago_id: identifier('The payment'),
    estado: oneOf(Object.values(paymentStateWords), 'State of the payment'),
    monto: money('Amount'),
    moneda: text('Currency code'),
    reserva_actualizada: flag('Whether it has paid for its booking, order or package'),
    puntos_otorgados: count('Points that it added'),
    recibo_url: text('URL of the processor’s receipt; empty when there is none'),
  },
  { $id: 'Pago', description: 'The state of a payment' },
)

export const ReceivedWire = closed({ recibido: flag('Always true') })

export const paymentComponents = [IntentWire, ConfirmationWire]

export const parseNewIntent = (body: Static<typeof NewIntentWire>) => ({
  customerId: body.cliente_id,
  amountCents: body.amount,
  reference: referenceKinds[body.type](body.reference_id),
  code: parseOptionalBookingCode(body.codigo),
  version: body.condiciones ?? null,
})

export const serializeIntent = (intent: PaymentIntentResult) =>
  ({
    client_secret: intent.clientSecret,
    payment_intent_id: intent.intentRef,
    amount: intent.amountCents,
    currency: intent.currency.toLowerCase(),
    processor_publishable_key: intent.publishableKey,
    processor_account_id: intent.account,
    customer_id: intent.customerRef,
  }) satisfies Static<typeof IntentWire>

export const parseNewConfirmation = (body: Static<typeof NewConfirmationWire>) => ({
  intentRef: body.payment_intent_id,
  code: parseOptionalBookingCode(body.codigo, 'PAYMENT_NOT_FOUND'),
})

export const serializeConfirmation = (payment: Payment) =>
  ({
    pago_id: payment.id,
    estado: paymentStateWords[payment.state],
    monto: toMajor(payment.amountCents),
    moneda: payment.currency,
    reserva_actualizada: payment.applied,
    puntos_otorgados: payment.pointsAwarded,
    recibo_url: payment.receiptUrl,
  }) satisfies Static<typeof ConfirmationWire>
