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

/**
 * `no_intent`: the processor never created one, because it refused (`failure`) or the payment was
 * closed first.
 */
export type PaymentObservation =
  | Exclude<ProcessorObservation, { kind: 'account' | 'deauthorized' }>
  | { kind: 'no_intent'; failure: Intent['failure'] }
