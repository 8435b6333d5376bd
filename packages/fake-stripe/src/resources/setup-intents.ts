import type { Stripe } from 'stripe'
import { applicationId, newId, randomText } from '../ids.ts'
import { confirmSetup, unexpectedState } from '../payments/confirm-setup.ts'
import type { ApiRequest } from '../protocol/api-request.ts'
import { listPage } from '../protocol/list-page.ts'
import type { SetupIntent } from '../shapes.ts'
import { missing } from '../stripe-error.ts'
import { assertCanCharge } from './accounts.ts'
import { metadataOf } from './metadata.ts'

export function createSetupIntent({
  state,
  owner,
  params,
}: ApiRequest<Stripe.SetupIntentCreateParams>): SetupIntent {
  const { customer = null } = params
  assertCanCharge(state, owner)
  if (customer !== null) state.collections.customers.get(owner, customer, 'customer')
  const id = newId('seti')
  const intent = state.collections.setupIntents.put(owner, {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: owner === null ? null : applicationId,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: state.now(),
    customer,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: metadataOf(params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  })
  state.emit(owner, 'setup_intent.created', intent)
  return intent
}

export const readSetupIntent = (
  request: ApiRequest<Stripe.SetupIntentRetrieveParams>,
): SetupIntent => setupIntentOf(request)

/** Stripe.js sends this from the customer's browser, with the number of the card. */
export function confirmSetupRoute(
  request: ApiRequest<Stripe.SetupIntentConfirmParams>,
): SetupIntent {
  const { state, owner, params, browser } = request
  const intent = setupIntentOf(request)
  assertCanCharge(state, owner)
  const card = browser?.cardNumber ?? params.payment_method ?? ''
  confirmSetup(state, owner, intent, card, browser?.cardExpiry)
  return intent
}

export function cancelSetupIntent(
  request: ApiRequest<Stripe.SetupIntentCancelParams>,
): SetupIntent {
  const intent = setupIntentOf(request)
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw unexpectedState(intent, 'cancel')
  intent.status = 'canceled'
  intent.cancellation_reason = request.params.cancellation_reason ?? null
  intent.next_action = null
  request.state.emit(request.owner, 'setup_intent.canceled', intent)
  return intent
}

export function listSetupIntents(
  request: ApiRequest<Stripe.SetupIntentListParams>,
): Stripe.ApiList<SetupIntent> {
  const { customer, payment_method: paymentMethod } = request.params
  if (customer !== undefined)
    request.state.collections.customers.get(request.owner, customer, 'customer')
  const matching = request.state.collections.setupIntents
    .all(request.owner)
    .filter(
      (one) =>
        (customer === undefined || one.customer === customer) &&
        (paymentMethod === undefined || one.payment_method === paymentMethod),
    )
  return listPage(request, '/v1/setup_intents', matching)
}

/** A browser has access only with the client_secret of the intent. */
function setupIntentOf({ state, owner, id, browser }: ApiRequest): SetupIntent {
  const intent = state.collections.setupIntents.get(owner, id, 'intent')
  if (browser !== null && browser.clientSecret !== intent.client_secret)
    throw missing('setup_intent', id, 'intent')
  return intent
}
