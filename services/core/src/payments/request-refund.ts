import type { Tx } from '@silla/db'
import type { LockedPayment } from './locked-payment.ts'
import type { Refund, RefundReason } from './payment.ts'

/** What is to go back, and why. */
export interface RefundAsk {
  reason: RefundReason
  /** null: all that is left */
  amountCents: number | null
  /** A cause is refunded once: `cancel:<bookingId>:<paymentId>`, `late:<paymentId>`, `duplicate:<paymentId>`, `business:<name>`. */
  cause: string
  at: Date
}

/** Asks for money to go back: the worker sends it once the transaction is there (D24). Null: nothing is left to give back, or the cause was known. */
export async function requestRefund(_tx: Tx, _locked: LockedPayment, _ask: RefundAsk): Promise<Refund | null> {
  throw new Error('being written')
}

/** What was received and is neither given back nor promised. */
export function refundableCents(_locked: LockedPayment): number {
  throw new Error('being written')
}
