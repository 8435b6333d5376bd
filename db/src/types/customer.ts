import type { Language, Translated } from './values.ts'

/** A customer's account data, as the customer sees it (D12). */
export interface Profile {
  id: number
  name: string
  email: string
  /** E.164 or empty. */
  phone: string
  language: Language
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean
  emailVerified: boolean
  pointsBalance: number
  bookings: number
  createdAt: Date
}

export type MovementKind = 'earned' | 'redeemed' | 'bought' | 'reverted' | 'adjusted'

/** The reason of a movement. */
export type Concept =
  | { reason: 'visit' | 'redeemed' | 'given_back'; bookingCode: string }
  | { reason: 'taken_back'; bookingCode: string; asked: number }
  | { reason: 'order'; orderCode: string }
  | { reason: 'order_taken_back'; orderCode: string; asked: number }
  | { reason: 'package'; name: Translated }
  | { reason: 'package_taken_back'; name: Translated; asked: number }
  /** By the salon; with `isMerge` another customer was merged into this one, or the other way round. */
  | { reason: 'adjustment'; note: string; isMerge?: true }

/** One line of a customer's ledger. */
export interface Movement {
  id: number
  kind: MovementKind
  /** Signed. */
  points: number
  balanceAfter: number
  concept: Concept
  bookingId: number | null
  createdAt: Date
}
