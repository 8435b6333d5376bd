import type { Currency } from '@silla/money'

/**
 * How a payment stands (D20); it follows from what the processor told, never from the order in
 * which it did.
 */
export type PaymentState =
  | 'pending'
  | 'processing'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'partly_refunded'
  | 'disputed'
  | 'review'

/** What is paid for. A points package is bought anew each time (D25). */
export type Reference =
  | { kind: 'booking'; bookingId: number }
  | { kind: 'order'; orderId: number }
  | { kind: 'package'; packageId: number }

/** Money that was asked for once, and what became of it. */
export interface Payment {
  id: number
  reference: Reference
  customerId: number
  /** The salon's connected account that takes it. */
  account: string
  amountCents: number
  currency: Currency
  /** What the platform keeps of it. */
  feeCents: number
  /** Of a package. */
  pointsBought: number
  state: PaymentState
  /** Somebody may still pay with it. */
  isOpen: boolean
  /** null: the processor has not been asked, or its answer got lost. */
  intentRef: string | null
  facts: PaymentFacts
  /** When money had arrived and what comes of that was done. */
  settledAt: Date | null
  /** It is the one that paid what it was for; money of another goes back. */
  applied: boolean
  /** Points that came of it. */
  pointsAwarded: number
  receiptUrl: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/**
 * What the processor told so far. Each only grows or gives way to something later, so that telling
 * again changes nothing.
 */
export interface PaymentFacts {
  receivedCents: number
  receivedCurrency: string | null
  /** The latest word on the attempt; `succeeded` and `cancelled` are the last ones. */
  status: 'new' | 'processing' | 'failed' | 'cancelled' | 'succeeded'
  statusAt: Date
  /** The processor's name for the money that arrived. */
  chargeRef: string | null
  /** The most that the charge was said to have given back. */
  refundSeenCents: number
  failure: { code: string; message: string; at: Date } | null
}

export type RefundState = 'pending' | 'completed' | 'failed'

/**
 * Why money goes back: `late` met an ended booking, `duplicate` a paid one, `processor` was made
 * there by the salon.
 */
export type RefundReason = 'cancelled' | 'late' | 'duplicate' | 'business' | 'processor'

/** Money that goes back, and how far that is. */
export interface Refund {
  id: number
  paymentId: number
  reason: RefundReason
  amountCents: number
  state: RefundState
  /** null: the processor has not taken it on yet. */
  refundRef: string | null
  /** Empty unless it failed. */
  failureMessage: string
  createdAt: Date
  updatedAt: Date
}

/** What a payer contests at their bank. */
export interface Dispute {
  id: number
  paymentId: number
  disputeRef: string
  amountCents: number
  reason: string
  state: 'open' | 'won' | 'lost'
}
