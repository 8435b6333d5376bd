import type { Owner } from '../collection.ts'
import { StripeApiError, wrongParameter } from '../http/stripe-error.ts'
import { newId } from '../ids.ts'
import type { CardError, Charge, PaymentIntent } from '../shapes.ts'
import type { State } from '../state.ts'
import { type CardOutcome, cardOutcome, type Decline, declining } from './cards.ts'
import { openDispute } from './dispute.ts'

/**
 * The customer hands over a card.
 *
 * @throws Problem 402 when it is declined; the intent then waits for another one
 */
export function confirmIntent(
  state: State,
  owner: Owner,
  intent: PaymentIntent,
  card: string,
): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw cannotConfirm(intent)
  const outcome = cardOutcome(card)
  if (outcome === null) throw notATestCard(card)
  const ordered = state.destiny.cards.shift()
  intent.payment_method = newId('pm')
  follow(state, owner, intent, ordered === undefined ? outcome : declining(ordered), card)
}

/**
 * The customer answers the question of their bank, or a slow payment comes to its end.
 *
 * @throws Problem when nobody waits for that, and 402 when it fails
 */
export function settleIntent(
  fakeState: State,
  owner: Owner,
  intent: PaymentIntent,
  isGood: boolean,
): void {
  if (intent.status !== 'requires_action' && intent.status !== 'processing')
    throw cannotConfirm(intent)
  if (isGood) succeed(fakeState, owner, intent, '4242424242424242')
  else
    decline(
      fakeState,
      owner,
      intent,
      intent.status === 'processing' ? declining('generic_decline') : unauthenticated,
      '',
    )
}

function follow(
  world: State,
  owner: Owner,
  intent: PaymentIntent,
  outcome: CardOutcome,
  card: string,
): void {
  if (outcome.kind === 'declines') decline(world, owner, intent, outcome, card)
  if (outcome.kind === 'pays') {
    succeed(world, owner, intent, card)
    if (outcome.isDisputed) openDispute(world, owner, intent, 'fraudulent')
    return
  }
  intent.status = outcome.kind === 'asks' ? 'requires_action' : 'processing'
  intent.next_action = outcome.kind === 'asks' ? { type: 'use_stripe_sdk' } : null
  world.emit(
    owner,
    outcome.kind === 'asks' ? 'payment_intent.requires_action' : 'payment_intent.processing',
    intent,
  )
}

function succeed(world: State, owner: Owner, intent: PaymentIntent, card: string): void {
  const charge = charged(world, owner, intent, card, null)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  intent.next_action = null
  intent.latest_charge = charge.id
  world.emit(owner, 'charge.succeeded', charge)
  world.emit(owner, 'payment_intent.succeeded', intent)
}

function decline(
  world: State,
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
  const charge = charged(world, owner, intent, card, error)
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.latest_charge = charge.id
  intent.last_payment_error = { ...error, charge: charge.id }
  world.emit(owner, 'charge.failed', charge)
  world.emit(owner, 'payment_intent.payment_failed', intent)
  throw new StripeApiError(402, {
    ...intent.last_payment_error,
    payment_intent: structuredClone(intent),
  })
}

/** A try with a card, whichever way it ended. */
function charged(
  world: State,
  owner: Owner,
  intent: PaymentIntent,
  card: string,
  error: CardError | null,
): Charge {
  const id = newId('ch')
  const isGood = error === null
  return world.shelves.charges.put(owner, {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isGood ? intent.amount : 0,
    amount_refunded: 0,
    currency: intent.currency,
    created: world.now(),
    livemode: false,
    metadata: { ...intent.metadata },
    status: isGood ? 'succeeded' : 'failed',
    paid: isGood,
    captured: isGood,
    refunded: false,
    disputed: false,
    payment_intent: intent.id,
    customer: intent.customer,
    application_fee_amount: intent.application_fee_amount,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    receipt_url: isGood ? `${world.url()}/double/receipts/${id}` : null,
    payment_method_details: {
      type: 'card',
      card: {
        brand: card.startsWith('5') ? 'mastercard' : 'visa',
        last4: /\d{4}$/.exec(card)?.[0] ?? '4242',
      },
    },
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

function notATestCard(card: string): StripeApiError {
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

const unauthenticated: Decline = {
  kind: 'declines',
  code: 'payment_intent_authentication_failure',
  message: 'The provided PaymentMethod has failed authentication.',
}
