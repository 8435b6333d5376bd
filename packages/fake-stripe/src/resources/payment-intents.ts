import type { Stripe } from 'stripe'
import { applicationId, newId, randomText } from '../ids.ts'
import { confirmIntent } from '../payments/confirm-intent.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { PaymentIntent } from '../shapes.ts'
import { missing, StripeApiError, wrongParameter } from '../stripe-error.ts'
import { assertCanCharge } from './accounts.ts'
import { currencyNames, minimumAmounts } from './currencies.ts'
import { assertEmail } from './emails.ts'
import { metadataOf } from './metadata.ts'

export function createIntent(request: ApiRequest<Stripe.PaymentIntentCreateParams>): PaymentIntent {
  const { state, owner, params } = request
  const { amount, customer = null } = params
  const currency = params.currency.toLowerCase()
  assertAmount(amount, currency)
  assertFee(params)
  if (params.receipt_email) assertEmail(params.receipt_email, 'receipt_email')
  assertCanCharge(state, owner)
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
    metadata: metadataOf(params.metadata),
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${randomText(25)}`,
    customer,
    application_fee_amount: params.application_fee_amount ?? null,
    description: params.description ?? null,
    receipt_email: params.receipt_email ?? null,
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
  if (params.confirm)
    confirmIntent(state, owner, intent, params.payment_method ?? '', {
      offSession: params.off_session === true,
    })
  return intent
}

export const readIntent = (
  request: ApiRequest<Stripe.PaymentIntentRetrieveParams>,
): PaymentIntent => intentOf(request)

/** Stripe.js sends this from the customer's browser, with the number of the card. */
export function confirmIntentRoute(
  request: ApiRequest<Stripe.PaymentIntentConfirmParams>,
): PaymentIntent {
  const { state, owner, params, browser } = request
  const intent = intentOf(request)
  assertCanCharge(state, owner)
  const card = browser?.cardNumber ?? params.payment_method ?? ''
  confirmIntent(state, owner, intent, card, {
    returnUrl: params.return_url ?? null,
    expiry: browser?.cardExpiry ?? null,
  })
  return intent
}

export function cancelIntent(request: ApiRequest<Stripe.PaymentIntentCancelParams>): PaymentIntent {
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
  intent.cancellation_reason = request.params.cancellation_reason ?? null
  intent.next_action = null
  request.state.emit(request.owner, 'payment_intent.canceled', intent)
  return intent
}

export function listIntents(
  request: ApiRequest<Stripe.PaymentIntentListParams>,
): Stripe.ApiList<PaymentIntent> {
  const { customer } = request.params
  if (customer !== undefined)
    request.state.collections.customers.get(request.owner, customer, 'customer')
  const all = request.state.collections.paymentIntents.all(request.owner)
  return listPage(
    request,
    '/v1/payment_intents',
    all.filter((intent) => customer === undefined || intent.customer === customer),
  )
}

/** A browser has access only with the client_secret of the intent. */
function intentOf({ state, owner, id, browser }: ApiRequest): PaymentIntent {
  const intent = state.collections.paymentIntents.get(owner, id, 'intent')
  if (browser !== null && browser.clientSecret !== intent.client_secret)
    throw missing('payment_intent', id, 'intent')
  return intent
}

function assertAmount(amount: number, currency: string): void {
  if (!currencyNames.includes(currency))
    throw wrongParameter(
      'currency',
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${currencyNames.join(', ')}`,
    )
  if (amount < 1) throw tooSmall('amount')
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

function assertFee({
  application_fee_amount: fee,
  amount,
}: Stripe.PaymentIntentCreateParams): void {
  if (fee === undefined) return
  if (fee < 1) throw tooSmall('application_fee_amount')
  if (fee > amount)
    throw wrongParameter(
      'application_fee_amount',
      'The application fee cannot be greater than the amount.',
    )
}

const tooSmall = (param: string) =>
  wrongParameter(
    param,
    'This value must be greater than or equal to 1.',
    'parameter_invalid_integer',
  )

/** The fields of an intent that nothing changes. */
function constantFields({
  automatic_payment_methods: methods,
  statement_descriptor_suffix: suffix,
  setup_future_usage: futureUsage,
  allowed_payment_method_types: allowedTypes,
}: Stripe.PaymentIntentCreateParams) {
  return {
    amount_capturable: 0,
    allowed_payment_method_types: allowedTypes ?? null,
    amount_details: { tip: {} },
    automatic_payment_methods:
      methods === undefined
        ? null
        : { enabled: methods.enabled, allow_redirects: methods.allow_redirects ?? 'always' },
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
    setup_future_usage: futureUsage || null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffix ?? null,
    transfer_data: null,
    transfer_group: null,
  }
}
