import type { Currency } from './values.ts'

/**
 * The state of a payment (D20). It is derived from what the processor reported, never from the
 * order in which it did.
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

/**
 * What the money of a payment is (D46): the whole price, a deposit on the price of a visit, or a fee
 * for a visit that its customer did not come to. A fee pays nothing of the visit.
 */
export type PaymentPurpose = 'total' | 'deposit' | 'fee'

/** What is paid for. Each purchase of a points package is a separate payment (D25). */
export type Reference =
  | { kind: 'booking'; bookingId: number }
  | { kind: 'order'; orderId: number }
  | { kind: 'package'; packageId: number }

/** An amount that was requested once, and its state. */
export interface Payment {
  id: number
  reference: Reference
  purpose: PaymentPurpose
  customerId: number
  /** The salon's connected account that receives the money. */
  account: string
  amountCents: number
  currency: Currency
  /** The application fee of the platform. */
  feeCents: number
  /** Of a points package; otherwise 0. */
  pointsBought: number
  /** The card that is saved by paying, beside a deposit (D47); null: none is. */
  cardId: number | null
  state: PaymentState
  /** Whether it can still be paid. */
  isOpen: boolean
  /**
   * Since when it is closed without the processor's confirmation, because the processor does not
   * know the intent or gives no access to the account. null: confirmed, or still open.
   */
  unverifiedSince: Date | null
  /** null: the processor has not been called yet, or its response was lost. */
  intentRef: string | null
  facts: PaymentFacts
  /** When money had arrived and was settled. */
  settledAt: Date | null
  /** Whether it paid its booking or order; the money of any other payment is refunded. */
  applied: boolean
  /** Points that this payment added. */
  pointsAwarded: number
  receiptUrl: string
  version: number
  createdAt: Date
  updatedAt: Date
}

/**
 * What the processor has reported so far. Facts only grow or are replaced by later ones, so that a
 * repeated report changes nothing.
 */
export interface PaymentFacts {
  receivedCents: number
  receivedCurrency: string | null
  /** The latest status of the attempt; `succeeded` and `cancelled` are final. */
  status: 'new' | 'processing' | 'failed' | 'cancelled' | 'succeeded'
  statusAt: Date
  /** The processor's id of the charge that received the money. */
  chargeRef: string | null
  /** The largest refunded total that the processor reported for the charge. */
  refundSeenCents: number
  /** Of the latest failed attempt. `declined`: another card may work. */
  failure: { code: string; declined: boolean; message: string; at: Date } | null
}

/**
 * A pending refund waits while the payment is disputed; it is `cancelled` when the dispute is lost,
 * because the bank has returned the money.
 */
export type RefundState = 'pending' | 'cancelled' | 'completed' | 'failed'

/**
 * Why money is refunded: `late`, the booking or order had ended; `duplicate`, it was paid already;
 * `processor`, the salon made the refund in the processor's dashboard.
 */
export type RefundReason =
  | 'cancelled'
  | 'rescheduled'
  | 'late'
  | 'duplicate'
  | 'business'
  | 'processor'

/** A refund and its state. */
export interface Refund {
  id: number
  paymentId: number
  reason: RefundReason
  amountCents: number
  state: RefundState
  /** null: the processor has not accepted it yet. */
  refundRef: string | null
  /** Why it failed, or why the processor has not accepted it so far; otherwise empty. */
  failureMessage: string
  createdAt: Date
  updatedAt: Date
}

/** A dispute (chargeback): the payer contests the charge at their bank. */
export interface Dispute {
  id: number
  paymentId: number
  disputeRef: string
  amountCents: number
  reason: string
  /** `open` again while the salon's appeal is undecided. */
  state: 'open' | 'won' | 'lost'
  /** When the processor reported the state. */
  reportedAt: Date
}
