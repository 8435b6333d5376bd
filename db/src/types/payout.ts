/** What has become of a payout. One that has failed stays so: its money is part of a later one. */
export type PayoutState = 'pending' | 'in_transit' | 'paid' | 'failed' | 'cancelled'

/** What the processor pays out to a salon's bank account (D56). */
export interface Payout {
  id: number
  /** The salon's account at the processor. */
  account: string
  payoutRef: string
  state: PayoutState
  amountCents: number
  currency: string
  /** The day on which the money is to arrive: `2027-01-31`. */
  arrivesOn: string
  /** As the processor names it; empty unless it has failed. */
  failureCode: string
  failureMessage: string
  createdAt: Date
}

/**
 * What a line of the balance is: a `fee` is one that belongs to no payment; a `payout` takes money out of the
 * balance, and a `payout_failure` returns it.
 */
export type BalanceEntryKind =
  | 'charge'
  | 'refund'
  | 'refund_failure'
  | 'dispute'
  | 'dispute_reversal'
  | 'fee'
  | 'payout'
  | 'payout_failure'
  | 'other'

/** A line of the balance of a salon's account, as the processor keeps it (D56). */
export interface BalanceEntry {
  id: number
  entryRef: string
  kind: BalanceEntryKind
  /** Of the payment, the refund or the dispute; null: it is about none. */
  intentRef: string | null
  /** Before fees; negative: it leaves the balance. */
  amountCents: number
  processorFeeCents: number
  platformFeeCents: number
  /** Without both fees. */
  netCents: number
  currency: string
  description: string
  createdAt: Date
}

/** What the lines of a payout add up to, without its own line. */
export interface PayoutSums {
  entryCount: number
  /** Of charges. */
  grossCents: number
  refundedCents: number
  disputedCents: number
  /** Fees that belong to no payment, adjustments, and payouts that failed. */
  otherCents: number
  processorFeeCents: number
  platformFeeCents: number
  netCents: number
}
