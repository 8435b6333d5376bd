import type { Intent } from '../ports/processor.ts'
import type { ProcessorObservation } from '../ports/processor-event.ts'

/**
 * What the processor reported about one payment: the content of an event, or an intent and its
 * refunds as they were fetched.
 */
export interface Observations {
  items: readonly PaymentObservation[]
  /** The event's own time; for what was fetched, the moment before the request. */
  observedAt: Date
}

/** What an event can report about a payment. */
export type ReportedObservation = Exclude<
  ProcessorObservation,
  { kind: 'payout' | 'account' | 'deauthorized' | 'setup' }
>

/**
 * - `no_intent`: the processor never created one, because it refused (`failure`) or the payment was
 *   closed first.
 * - `refund_refused`: the processor did not accept one of Silla's refunds.
 * - `gone`: the processor does not know the intent any more, or gives no access to its account.
 *   Nobody can pay with it now, but how it ended is unverified.
 */
export type PaymentObservation =
  | ReportedObservation
  | { kind: 'no_intent'; failure: Intent['failure'] }
  | { kind: 'refund_refused'; refundId: number; failureMessage: string }
  | { kind: 'gone' }

/** The precision of the processor's timestamps, in which reports are compared. */
export const wholeSecond = (moment: Date): Date =>
  new Date(Math.floor(moment.getTime() / 1000) * 1000)
