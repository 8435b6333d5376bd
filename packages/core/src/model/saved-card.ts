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
  /** What is paid at once, and counts towards a fee; null: nothing (D47). */
  depositCents: number | null
  currency: Currency
  /** From when on a cancellation is late. */
  freeUntil: Date
  /** It is later than that: any cancellation is late. */
  isLate: boolean
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

/** That a customer accepts the terms. */
export interface CardAcceptance {
  /** Of the terms that they have read; null: they have read none. */
  version: string | null
  /** The language in which they have read them. */
  language: Language
  write: WriteCardPolicy
  /** null: unknown */
  clientAddress: string | null
}
