import type { Stripe } from 'stripe'
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
import { applicationId, newId, randomText } from '../ids.ts'
import { confirmIntent } from '../payments/confirm-intent.ts'
import type { PaymentIntent } from '../shapes.ts'
import { assertCanCharge } from './accounts.ts'

export function createIntent(request: ApiRequest): PaymentIntent {
  const { state, owner, params } = request
  const amount = integerOf(params, 'amount')
  if (amount === null) throw missingParameter('amount')
  const currency = requiredText(params, 'currency').toLowerCase()
  assertAmount(amount, currency)
  assertCanCharge(state, owner)
  const customer = textOf(params, 'customer')
  if (customer !== null) state.collections.customers.get(owner, customer, 'customer')
  const id = newId('pi')
  const intent = state.collections.paymentIntents.put(owner, {
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
    application: owner === null ? null : applicationId,
    ...constantFields(params),
  })
  state.emit(owner, 'payment_intent.created', intent)
  if (textOf(params, 'confirm') === 'true') confirmIntent(state, owner, intent, cardOf(params))
  return intent
}

export const readIntent = (request: ApiRequest): PaymentIntent => intentOf(request)

/** Stripe.js sends this from the customer's browser. */
export function confirmIntentRoute(request: ApiRequest): PaymentIntent {
  const intent = intentOf(request)
  assertCanCharge(request.state, request.owner)
  confirmIntent(request.state, request.owner, intent, cardOf(request.params))
  return intent
}

export function cancelIntent(request: ApiRequest): PaymentIntent {
  const intent = intentOf(request)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') {
    throw new StripeApiError(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
      payment_intent: structuredClone(intent),
    })
  }
  intent.status = 'canceled'
  intent.canceled_at = request.state.now()
  intent.cancellation_reason = textOf(request.params, 'cancellation_reason')
  intent.next_action = null
  request.state.emit(request.owner, 'payment_intent.canceled', intent)
  return intent
}

export function listIntents(request: ApiRequest): Stripe.ApiList<PaymentIntent> {
  const customer = textOf(request.params, 'customer')
  const all = request.state.collections.paymentIntents.all(request.owner)
  return listPage(
    request,
    '/v1/payment_intents',
    all.filter((intent) => customer === null || intent.customer === customer),
  )
}

/** A browser has access only with the client_secret of the intent. */
function intentOf({ state, owner, id, params, fromBrowser }: ApiRequest): PaymentIntent {
  const intent = state.collections.paymentIntents.get(owner, id, 'intent')
  if (fromBrowser && params.client_secret !== intent.client_secret)
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
  const minimum = minimumAmounts[currency] ?? 50
  if (amount < minimum) {
    throw wrongParameter(
      'amount',
      `Amount must be at least ${(minimum / 100).toFixed(2)} ${currency}`,
      'amount_too_small',
    )
  }
  if (amount > 99_999_999)
    throw wrongParameter('amount', 'Amount must be no more than 999,999.99', 'amount_too_large')
}

const minimumAmounts: Record<string, number> = { eur: 50, usd: 50, gbp: 30, aed: 200 }

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

/** The fields of an intent that nothing changes. */
function constantFields(params: Params) {
  const methods = objectOf(params, 'automatic_payment_methods')
  return {
    amount_capturable: 0,
    allowed_payment_method_types: null,
    amount_details: { tip: {} },
    automatic_payment_methods:
      methods.enabled === undefined
        ? null
        : {
            enabled: String(methods.enabled) === 'true',
            allow_redirects: methods.allow_redirects === 'never' ? 'never' : 'always',
          },
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    managed_payments: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textOf(params, 'statement_descriptor_suffix'),
    transfer_data: null,
    transfer_group: null,
  }
}
