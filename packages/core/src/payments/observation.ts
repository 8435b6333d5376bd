import type { ProcessorObservation } from '../ports/processor-event.ts'

/**
 * What the processor told about one payment: an event's news, or an intent and its refunds as they
 * were read.
 */
export interface Observations {
  items: readonly PaymentObservation[]
  /** An event's own time; for what was read, the moment before it was asked for. */
  observedAt: Date
}

/**
 * `no_intent`: the processor never made one, since it would not (`failure`) or nobody wants it any
 * more.
 */
export type PaymentObservation =
  | Exclude<ProcessorObservation, { kind: 'account' | 'deauthorized' }>
  | { kind: 'no_intent'; failure: { code: string; message: string } | null }
