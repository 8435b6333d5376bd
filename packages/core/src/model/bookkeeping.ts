import type { EpochDay } from '@silla/slots'

/**
 * What money was moved for. `own_payment`: a payment that the salon has taken at the processor without Silla;
 * `processor_fee`: a fee that belongs to no payment.
 */
export const bookkeepingKinds = [
  'payment',
  'deposit',
  'fee',
  'own_payment',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'processor_fee',
  'payout_failure',
  'adjustment',
  'taking',
  'taking_reversal',
] as const

export type BookkeepingKind = (typeof bookkeepingKinds)[number]

/** How money was taken; everything at the processor is `online`. */
export const bookkeepingMethods = ['online', 'cash', 'card', 'other'] as const

export type BookkeepingMethod = (typeof bookkeepingMethods)[number]

/** Money that was moved, or its part with one rate of VAT (D56). */
export interface BookkeepingLine {
  /** Local day of the salon. */
  day: EpochDay
  kind: BookkeepingKind
  /** What was booked, ordered or bought; else a note of the processor. */
  concept: string
  /** Of the booking or the order; empty without. */
  code: string
  method: BookkeepingMethod
  grossCents: number
  processorFeeCents: number
  platformFeeCents: number
  /** Negative: it went back. */
  refundCents: number
  /** Negative: it was withdrawn. */
  disputeCents: number
  /**
   * What is left: gross, refund and dispute without both fees. Of a payout that failed and of an adjustment the
   * amount itself.
   */
  netCents: number
  /** No part of net. */
  tipCents: number
  /** In hundredths of a percent; null: unknown, or there is none. */
  vatBasisPoints: number | null
  /** The processor's id of the payout that contains it; null: none so far. */
  payoutRef: string | null
  /** The processor may keep the balance in another one than the salon's. */
  currency: string
}

/** The name of a column, in the order of the file. */
export type BookkeepingColumn = (typeof bookkeepingColumns)[number]

export const bookkeepingColumns = [
  'date',
  'kind',
  'concept',
  'booking',
  'method',
  'gross',
  'Stripe fee',
  'platform fee',
  'refund',
  'dispute',
  'net',
  'tip',
  'VAT rate',
  'payout',
  'currency',
] as const
