import type { Currency, Language } from './values.ts'

/** A card that a customer leaves with a booking (D50). The processor has it; we know it by a name. */
export interface SavedCard {
  id: number
  bookingId: number
  customerId: number
  /** The salon's connected account that has the card. */
  account: string
  /** `expired`: it was not saved in time; `retired`: it cannot be charged any more. */
  state: 'pending' | 'saved' | 'expired' | 'retired'
  /** Under which it is requested from the processor. */
  processorKey: string
  /** null: the processor has not answered yet. */
  setupRef: string | null
  /** null: it was not saved. */
  cardRef: string | null
  /**
   * The processor's customer who has the card, also when ours was merged into another (D74); null: it was
   * not saved.
   */
  customerRef: string | null
  /** As the processor calls it; empty: not saved. */
  brand: string
  last4: string
  /** The last day of its last month, `YYYY-MM-DD`; null: not saved. */
  expiresOn: string | null
  /** Why it was not saved, for the customer; otherwise empty. */
  failureMessage: string
  createdAt: Date
}

/** What a customer has agreed to when they left a card, in the words that they read (D50). */
export interface CardConsent {
  version: string
  body: string
  language: Language
  noShowCents: number
  lateCancelCents: number
  currency: Currency
  acceptedAt: Date
}

/** Why a fee is charged (D51). */
export type FeeReason = 'no_show' | 'late_cancel'

/**
 * The state of a fee (D51). `action`: the bank wants to authenticate the customer, who pays with a link.
 */
export type FeeState = 'requested' | 'charged' | 'action' | 'failed' | 'waived'

/** What a customer is charged who did not come, or cancelled late (D51). */
export interface Fee {
  id: number
  bookingId: number
  cardId: number
  /** The payment with which it is charged. */
  paymentId: number
  reason: FeeReason
  amountCents: number
  state: FeeState
  /** Until when the customer can pay it with the link; null: there is none. */
  linkUntil: Date | null
  createdAt: Date
}
