import type { Currency } from '@silla/money'

export type {
  Dispute,
  Payment,
  PaymentFacts,
  PaymentPurpose,
  PaymentState,
  Reference,
  Refund,
  RefundReason,
  RefundState,
} from '@silla/db'

/** A payment as described in emails. */
export interface EmailPayment {
  /** Used to find the emails of a customer who is erased. */
  customerId: number
  customerName: string
  paysFor: 'booking' | 'order' | 'points'
  /** Of the booking or the order; empty for a points package. */
  code: string
  /**
   * The processor's id, by which the salon finds the payment there; empty when there is no intent.
   */
  intentRef: string
  amountCents: number
  currency: Currency
}

/** Of a dispute or an inquiry: until when and where the salon can answer. */
export interface DisputeNotice {
  /** As the processor names it. */
  reason: string
  stage: DisputeStage
  /** ISO 8601; null: the processor has not said. */
  respondBy: string | null
  /** The page at the processor. */
  disputeUrl: string
  /** What the payer agreed to when they left a card; null or absent: nothing. */
  consent?: { acceptedAt: string; body: string } | null
}

export type DisputeStage = 'inquiry' | 'dispute'

/** A notification to the salon about its payments (D24, D30). */
export type SalonNotification =
  /** The processor refused the refund; `message` is its reason. */
  | { kind: 'refund_failed'; payload: EmailPayment & { message: string } }
  /** The payer's bank has withdrawn the money, or only inquires. */
  | { kind: 'dispute'; payload: EmailPayment & DisputeNotice }
  /** Another amount or currency arrived than was requested. */
  | {
      kind: 'payment_review'
      payload: EmailPayment & { receivedCents: number; receivedCurrency: string }
    }
  /** A fee could not be charged to the card of its booking (D51). */
  | { kind: 'fee_failed'; payload: EmailPayment & { message: string } }
  /** The account cannot charge cards any more. */
  | { kind: 'account_restricted'; payload: { account: string } }
  /** The salon's bank has returned a payout; `message` is the processor's reason. */
  | {
      kind: 'payout_failed'
      payload: { payoutRef: string; amountCents: number; currency: string; message: string }
    }
