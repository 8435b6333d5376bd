import type { Currency } from '@silla/money'
import type { Language } from '../catalog/catalog.ts'

export type {
  CardConsent,
  CardPolicy,
  Fee,
  FeeReason,
  FeeState,
  Guarantee,
  SavedCard,
} from '@silla/db'

/** What a customer agrees to who leaves a card (D50). */
export interface CardTerms {
  businessName: string
  noShowCents: number
  lateCancelCents: number
  currency: Currency
  /** From when on a cancellation is late. */
  freeUntil: Date
  /** Until when a fee may be charged. */
  chargeableUntil: Date
  timezone: string
}

/** The terms in words, in one language. Another text has another version. */
export interface CardPolicyText {
  terms: CardTerms
  version: string
  body: string
  language: Language
}

/** How the terms are put into words. */
export type WriteCardPolicy = (terms: CardTerms, language: Language) => string
