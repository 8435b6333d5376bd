/** The outcome of a payment with a test card. */
export type CardOutcome =
  | { kind: 'succeeds'; isDisputed?: true; refunds?: 'pending' | 'failed' }
  /** `onBankPage`: on a page of the bank where the caller gives a URL to return to. */
  /** `eachTime`: a saved card has to be authenticated again, so it cannot be charged off session. */
  | { kind: 'requires_action'; onBankPage?: true; eachTime?: true }
  | { kind: 'processing' }
  | Decline

export interface Decline {
  kind: 'declined'
  code: string
  declineCode?: string
  message: string
}

/** @param card the number of one of Stripe's test cards, or a test payment method; null: neither */
export function cardOutcome(card: string): CardOutcome | null {
  const number = card.replace(/[\s-]/g, '')
  return outcomes[number] ?? outcomes[aliases[number] ?? ''] ?? null
}

/** The outcome of a refund to a card, of which only the last four digits are stored. */
export function refundOutcome(last4: string): 'pending' | 'failed' | 'succeeded' {
  const card = Object.entries(outcomes).find(([number]) => number.endsWith(last4))?.[1]
  return card?.kind === 'succeeds' ? (card.refunds ?? 'succeeded') : 'succeeded'
}

/** The decline with one of Stripe's codes, as a test sets it: `insufficient_funds`. */
export function declineWith(code: string): Decline {
  const declines = Object.values(outcomes).filter((one) => one.kind === 'declined')
  return declines.find((one) => (one.declineCode ?? one.code) === code) ?? declined(code)
}

/** The outcome of saving a card; null: as in `cardOutcome`. */
export function setupOutcome(
  card: string,
): Extract<CardOutcome, { kind: 'succeeds' | 'requires_action' | 'declined' }> | null {
  const outcome = cardOutcome(card)
  if (knownNumber(card) === savesThenDeclines) return { kind: 'succeeds' }
  return outcome?.kind === 'processing' ? { kind: 'succeeds' } : outcome
}

/** The outcome of a payment with a saved card. `offSession`: the customer is not there. */
export function savedCardOutcome(number: string, offSession: boolean): CardOutcome | null {
  const outcome = cardOutcome(number)
  if (outcome?.kind !== 'requires_action') return outcome
  if (!outcome.eachTime) return { kind: 'succeeds' }
  return offSession ? authenticationRequired : outcome
}

/** The number of a test card or of a test payment method. */
export function knownNumber(card: string): string {
  const number = card.replace(/[\s-]/g, '')
  return aliases[number] ?? number
}

const savesThenDeclines = '4000000000000341'

const authenticationRequired: Decline = {
  kind: 'declined',
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  kind: 'declined',
  code: 'card_declined',
  declineCode,
  message,
})
const cardError = (code: string, message: string): Decline => ({ kind: 'declined', code, message })

const outcomes: Record<string, CardOutcome> = {
  '4242424242424242': { kind: 'succeeds' },
  '4000056655665556': { kind: 'succeeds' },
  '5555555555554444': { kind: 'succeeds' },
  '4000000000000259': { kind: 'succeeds', isDisputed: true },
  '4000000000007726': { kind: 'succeeds', refunds: 'pending' },
  '4000000000005126': { kind: 'succeeds', refunds: 'failed' },
  '4000002500003155': { kind: 'requires_action' },
  '4000002760003184': { kind: 'requires_action', eachTime: true },
  '4000000000003220': { kind: 'requires_action', eachTime: true },
  '4000000000003063': { kind: 'requires_action', onBankPage: true },
  [savesThenDeclines]: declined('generic_decline'),
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': cardError('expired_card', 'Your card has expired.'),
  '4000000000000127': cardError('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': cardError(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  // not one of Stripe's cards: a payment that stays in processing, as with other payment methods
  processing: { kind: 'processing' },
}

const aliases: Record<string, string> = {
  '4000000000001000': 'processing',
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_createDispute: '4000000000000259',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_authenticationRequired: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
}
