import type { Owner } from '../collection.ts'
import type { CardError, PaymentIntent } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError, wrongParameter } from '../stripe-error.ts'
import {
  type CardOutcome,
  cardOutcome,
  type Decline,
  declineWith,
  savedCardOutcome,
} from './cards.ts'
import { createCharge } from './create-charge.ts'
import { openDispute } from './dispute.ts'
import { attach, type CardExpiry, createPaymentMethod, savedNumber } from './payment-methods.ts'

/** Where and how the customer pays. */
interface Circumstances {
  /** Where the customer returns to from a page of the bank; null: there is none. */
  returnUrl?: string | null
  /** The customer is not there: the bank cannot authenticate them. */
  offSession?: boolean
  /** As the customer typed it. */
  expiry?: CardExpiry | null
}

/**
 * The customer pays with a card: a number, or the id of a card that they have saved.
 *
 * @throws StripeApiError 402 when it is declined; the intent then accepts another card
 */
export function confirmIntent(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  card: string,
  { returnUrl = null, offSession = false, expiry = null }: Circumstances = {},
): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw cannotConfirm(intent)
  const saved = state.collections.paymentMethods.find(card)
  const number = saved ? savedNumber(state, owner, card, intent.customer) : card
  const outcome = saved ? savedCardOutcome(number, offSession) : cardOutcome(number)
  if (outcome === null) throw unknownCard(card)
  const declineCode = state.nextOutcomes.cards.shift()
  intent.payment_method = saved?.id ?? createPaymentMethod(state, owner, number, expiry).id
  const applied = declineCode === undefined ? outcome : declineWith(declineCode)
  applyOutcome(state, owner, intent, applied, number, returnUrl)
}

/**
 * Ends the bank's authentication, or a payment in processing.
 *
 * @throws StripeApiError when the intent has neither, and 402 when the payment fails
 */
export function settleIntent(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  isApproved: boolean,
): void {
  if (intent.status !== 'requires_action' && intent.status !== 'processing')
    throw cannotConfirm(intent)
  if (isApproved) succeed(state, owner, intent, '4242424242424242')
  else
    decline(
      state,
      owner,
      intent,
      intent.status === 'processing' ? declineWith('generic_decline') : unauthenticated,
      '',
    )
}

function applyOutcome(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  outcome: CardOutcome,
  card: string,
  returnUrl: string | null,
): void {
  if (outcome.kind === 'declined') decline(state, owner, intent, outcome, card)
  if (outcome.kind === 'succeeds') {
    succeed(state, owner, intent, card)
    if (outcome.isDisputed) openDispute(state, owner, intent, { reason: 'fraudulent' })
    return
  }
  intent.status = outcome.kind
  intent.next_action =
    outcome.kind === 'requires_action'
      ? nextAction(state, intent, outcome.onBankPage ? returnUrl : null)
      : null
  state.emit(owner, `payment_intent.${outcome.kind}`, intent)
}

/** Stripe's SDK authenticates the customer on the page, unless the bank wants its own page. */
function nextAction(
  state: State,
  { client_secret: secret }: PaymentIntent,
  returnUrl: string | null,
): PaymentIntent['next_action'] {
  if (returnUrl === null) return { type: 'use_stripe_sdk' }
  const url = `${state.url()}/authenticate/${secret}?${new URLSearchParams({ return_url: returnUrl })}`
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

function succeed(state: State, owner: Owner, intent: PaymentIntent, card: string): void {
  const charge = createCharge(state, owner, intent, card, null)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  intent.next_action = null
  intent.latest_charge = charge.id
  if (intent.setup_future_usage === 'off_session') saveForLater(state, owner, intent)
  state.emit(owner, 'charge.succeeded', charge)
  state.emit(owner, 'payment_intent.succeeded', intent)
}

/** The card of a payment that announces later ones belongs to the customer from now on. */
function saveForLater(state: State, owner: Owner, { customer, payment_method: id }: PaymentIntent) {
  const paid = id === null ? undefined : state.collections.paymentMethods.find(id)
  if (customer !== null && paid?.customer === null) attach(state, owner, paid, customer)
}

function decline(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  outcome: Decline,
  card: string,
): never {
  const { code, declineCode, message } = outcome
  const error: CardError = {
    type: 'card_error',
    code,
    ...(declineCode ? { decline_code: declineCode } : {}),
    message,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
  }
  const charge = createCharge(state, owner, intent, card, error)
  const used = intent.payment_method && state.collections.paymentMethods.find(intent.payment_method)
  const failure = {
    ...error,
    charge: charge.id,
    ...(used ? { payment_method: structuredClone(used) } : {}),
  }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.latest_charge = charge.id
  intent.last_payment_error = failure
  state.emit(owner, 'charge.failed', charge)
  state.emit(owner, 'payment_intent.payment_failed', intent)
  throw new StripeApiError(402, {
    ...failure,
    payment_intent: structuredClone(intent),
  })
}

const cannotConfirm = (intent: PaymentIntent) =>
  new StripeApiError(400, {
    code: 'payment_intent_unexpected_state',
    message:
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    payment_intent: structuredClone(intent),
  })

export function unknownCard(card: string): StripeApiError {
  if (card === '')
    return wrongParameter(
      'payment_method',
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      'payment_intent_unexpected_state',
    )
  if (card.startsWith('pm_'))
    return new StripeApiError(404, {
      code: 'resource_missing',
      message: `No such PaymentMethod: '${card}'`,
      param: 'payment_method',
    })
  return new StripeApiError(402, {
    type: 'card_error',
    code: 'incorrect_number',
    message: 'Your card number is incorrect.',
    param: 'number',
  })
}

export const unauthenticated: Decline = {
  kind: 'declined',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
}
