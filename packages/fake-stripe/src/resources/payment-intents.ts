import type { ApiRequest } from '../http/api-request.ts'
import { listPage } from '../http/list-page.ts'
import {
  integerOf,
  metadataOf,
  objectOf,
  type Params,
  requiredText,
  textOf,
} from '../http/params.ts'
import { missing, missingParameter, StripeApiError, wrongParameter } from '../http/stripe-error.ts'
import { newId, randomText } from '../ids.ts'
import { confirmIntent } from '../payments/confirm-intent.ts'
import type { PaymentIntent } from '../shapes.ts'
import { assertCanCharge } from './accounts.ts'

export function createIntent(input: ApiRequest): PaymentIntent {
  const { world: state, owner, params } = input
  const amount = integerOf(params, 'amount')
  if (amount === null) throw missingParameter('amount')
  const currency = requiredText(params, 'currency').toLowerCase()
  assertAmount(amount, currency)
  assertCanCharge(state, owner)
  const customer = textOf(params, 'customer')
  if (customer !== null) state.shelves.customers.get(owner, customer, 'customer')
  const id = newId('pi')
  const intent = state.shelves.paymentIntents.put(owner, {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency,
    created: state.now(),
    livemode: false,
    metadata: metadataOf(params),
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomText(25)}`,
    customer,
    application_fee_amount: feeOf(params, amount),
    description: textOf(params, 'description'),
    receipt_email: textOf(params, 'receipt_email'),
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    next_action: null,
    canceled_at: null,
    cancellation_reason: null,
    ...unchanging(params),
  })
  state.emit(owner, 'payment_intent.created', intent)
  if (textOf(params, 'confirm') === 'true') confirmIntent(state, owner, intent, cardOf(params))
  return intent
}

export const readIntent = (query: ApiRequest): PaymentIntent => intentOf(query)

/** Stripe.js does this from the customer's browser. */
export function confirmByCall(ask: ApiRequest): PaymentIntent {
  const intent = intentOf(ask)
  assertCanCharge(ask.world, ask.owner)
  confirmIntent(ask.world, ask.owner, intent, cardOf(ask.params))
  return intent
}

export function cancelIntent(ask: ApiRequest): PaymentIntent {
  const intent = intentOf(ask)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
    throw new StripeApiError(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
      payment_intent: structuredClone(intent),
    })
  }
  intent.status = 'canceled'
  intent.canceled_at = ask.world.now()
  intent.cancellation_reason = textOf(ask.params, 'cancellation_reason')
  intent.next_action = null
  ask.world.emit(ask.owner, 'payment_intent.canceled', intent)
  return intent
}

export function listIntents(ask: ApiRequest) {
  const customer = textOf(ask.params, 'customer')
  const all = ask.world.shelves.paymentIntents.all(ask.owner)
  return listPage(
    ask,
    '/v1/payment_intents',
    all.filter((intent) => customer === null || intent.customer === customer),
  )
}

/** A browser gets only what its client_secret opens. */
function intentOf({ world: fakeState, owner, id, params, byBrowser }: ApiRequest): PaymentIntent {
  const intent = fakeState.shelves.paymentIntents.get(owner, id, 'intent')
  if (byBrowser && params.client_secret !== intent.client_secret)
    throw missing('payment_intent', id, 'intent')
  return intent
}

function assertAmount(amount: number, currency: string): void {
  if (!/^[a-z]{3}$/.test(currency))
    throw wrongParameter('currency', `Invalid currency: ${currency}.`)
  if (amount < 1)
    throw wrongParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  const least = leastAmounts[currency] ?? 50
  if (amount < least) {
    throw wrongParameter(
      'amount',
      `Amount must be at least ${(least / 100).toFixed(2)} ${currency}`,
      'amount_too_small',
    )
  }
  if (amount > 99_999_999)
    throw wrongParameter('amount', 'Amount must be no more than 999,999.99', 'amount_too_large')
}

const leastAmounts: Record<string, number> = { eur: 50, usd: 50, gbp: 30, aed: 200 }

function feeOf(params: Params, amount: number): number | null {
  const fee = integerOf(params, 'application_fee_amount')
  if (fee !== null && (fee < 0 || fee > amount))
    throw wrongParameter(
      'application_fee_amount',
      'The application fee cannot be greater than the amount.',
    )
  return fee
}

/** `pm_card_visa`, or a number as a browser sends it. */
function cardOf(params: Params): string {
  const number = objectOf(objectOf(params, 'payment_method_data'), 'card').number
  return String(number ?? textOf(params, 'payment_method') ?? '')
}

/** What every intent shows and nothing here changes. */
function unchanging(params: Params) {
  const methods = objectOf(params, 'automatic_payment_methods')
  return {
    amount_capturable: 0,
    amount_details: { tip: {} },
    application: null,
    automatic_payment_methods:
      methods.enabled === undefined
        ? null
        : {
            enabled: String(methods.enabled) === 'true',
            allow_redirects: methods.allow_redirects ?? 'always',
          },
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
    setup_future_usage: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textOf(params, 'statement_descriptor_suffix'),
    transfer_data: null,
    transfer_group: null,
  }
}
