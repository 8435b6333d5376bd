import type { Owner } from '../collection.ts'
import type { PaymentMethod, SetupError, SetupIntent } from '../shapes.ts'
import type { State } from '../state.ts'
import { StripeApiError } from '../stripe-error.ts'
import { type Decline, declineWith, setupOutcome } from './cards.ts'
import { unauthenticated, unknownCard } from './confirm-intent.ts'
import { attach, type CardExpiry, createPaymentMethod } from './payment-methods.ts'

/**
 * The customer saves a card.
 *
 * @throws StripeApiError 402 when it is declined; the setup intent then accepts another card
 */
export function confirmSetup(
  state: State,
  owner: Owner,
  intent: SetupIntent,
  card: string,
  expiry: CardExpiry | null = null,
): void {
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    throw unexpectedState(intent, 'confirm')
  const outcome = setupOutcome(card)
  if (outcome === null) throw unknownCard(card)
  const declineCode = state.nextOutcomes.cards.shift()
  const paymentMethod = createPaymentMethod(state, owner, card, expiry)
  intent.payment_method = paymentMethod.id
  if (declineCode !== undefined) decline(state, owner, intent, declineWith(declineCode))
  if (outcome.kind === 'declined') decline(state, owner, intent, outcome)
  if (outcome.kind === 'succeeds') {
    succeed(state, owner, intent, paymentMethod)
    return
  }
  intent.status = 'requires_action'
  intent.next_action = { type: 'use_stripe_sdk' }
  state.emit(owner, 'setup_intent.requires_action', intent)
}

/** Ends the bank's authentication. @throws StripeApiError 402 when it is refused */
export function settleSetup(
  state: State,
  owner: Owner,
  intent: SetupIntent,
  isApproved: boolean,
): void {
  if (intent.status !== 'requires_action' || intent.payment_method === null)
    throw unexpectedState(intent, 'confirm')
  if (!isApproved)
    decline(state, owner, intent, {
      ...unauthenticated,
      code: 'setup_intent_authentication_failure',
    })
  succeed(state, owner, intent, state.collections.paymentMethods.get(owner, intent.payment_method))
}

function succeed(
  state: State,
  owner: Owner,
  intent: SetupIntent,
  paymentMethod: PaymentMethod,
): void {
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_setup_error = null
  if (intent.customer !== null) attach(state, owner, paymentMethod, intent.customer)
  state.emit(owner, 'setup_intent.succeeded', intent)
}

function decline(
  state: State,
  owner: Owner,
  intent: SetupIntent,
  { code, declineCode, message }: Decline,
): never {
  const error: SetupError = {
    type: 'card_error',
    code,
    ...(declineCode ? { decline_code: declineCode } : {}),
    message,
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
  }
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_setup_error = error
  state.emit(owner, 'setup_intent.setup_failed', intent)
  throw new StripeApiError(402, { ...error, setup_intent: structuredClone(intent) })
}

export const unexpectedState = (intent: SetupIntent, action: 'confirm' | 'cancel') =>
  new StripeApiError(400, {
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${action} this SetupIntent because it has a status of ${intent.status}.`,
    setup_intent: structuredClone(intent),
  })
