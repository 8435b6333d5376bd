/** What a card will do, by its number or by the name of a test method of Stripe's. */
export type CardOutcome =
  | { kind: 'pays'; isDisputed?: true; refunds?: 'pending' | 'failed' }
  | { kind: 'asks' }
  | { kind: 'processes' }
  | Decline

export interface Decline {
  kind: 'declines'
  code: string
  declineCode?: string
  message: string
}

/**
 * null: not a test card. The numbers are Stripe's own; 4000000000003220 and ...3155 ask their
 * holder first.
 */
export function cardOutcome(card: string): CardOutcome | null {
  const number = card.replace(/[\s-]/g, '')
  return outcomes[number] ?? outcomes[aliases[number] ?? ''] ?? null
}

/** What becomes of a refund to a card of which only the last four digits are known. */
export function refundsTo(last4: string): 'pending' | 'failed' | 'succeeded' {
  const card = Object.entries(outcomes).find(([number]) => number.endsWith(last4))?.[1]
  return card?.kind === 'pays' ? (card.refunds ?? 'succeeded') : 'succeeded'
}

/** A refusal by its Stripe word, as tests order it: `insufficient_funds`. */
export function declining(word: string): Decline {
  const known = Object.values(outcomes).filter((one) => one.kind === 'declines')
  return known.find((one) => (one.declineCode ?? one.code) === word) ?? declined(word)
}

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  kind: 'declines',
  code: 'card_declined',
  declineCode,
  message,
})
const wrong = (code: string, message: string): Decline => ({ kind: 'declines', code, message })

const outcomes: Record<string, CardOutcome> = {
  '4242424242424242': { kind: 'pays' },
  '4000056655665556': { kind: 'pays' },
  '5555555555554444': { kind: 'pays' },
  '4000000000000259': { kind: 'pays', isDisputed: true },
  '4000000000007726': { kind: 'pays', refunds: 'pending' },
  '4000000000005126': { kind: 'pays', refunds: 'failed' },
  '4000002500003155': { kind: 'asks' },
  '4000002760003184': { kind: 'asks' },
  '4000000000003220': { kind: 'asks' },
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': wrong('expired_card', 'Your card has expired.'),
  '4000000000000127': wrong('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': wrong(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  // no card of Stripe's: a payment that takes its time, as other methods do
  processing: { kind: 'processes' },
}

const aliases: Record<string, string> = {
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
