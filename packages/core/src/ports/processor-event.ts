import type { Intent, ProcessorRefund } from './processor.ts'

/** What the processor tells by itself, its signature checked (D23). */
export interface ProcessorEvent {
  eventRef: string
  /** The processor's own word, for the record. */
  type: string
  /** Whose; empty for the platform's own. */
  account: string
  livemode: boolean
  occurredAt: Date
  /** What it means for us; null: nothing. */
  observation: ProcessorObservation | null
}

export type ProcessorObservation =
  | { kind: 'intent'; intent: Intent }
  /** `refundedCents` is all that went back of the charge. */
  | { kind: 'charge'; intentRef: string; refundedCents: number }
  | { kind: 'refund'; intentRef: string; refund: ProcessorRefund }
  | { kind: 'dispute'; intentRef: string; dispute: ProcessorDispute }
  /** A hint only: how the account stands is read from the processor. */
  | { kind: 'account' }
  | { kind: 'deauthorized' }

export interface ProcessorDispute {
  disputeRef: string
  amountCents: number
  reason: string
  state: 'open' | 'won' | 'lost'
}

/**
 * Checks a delivery's signature, then reads it.
 *
 * @param secrets any of them may have signed it
 * @returns null when none did, or it is too old
 */
export type ReadProcessorEvent = (
  body: Buffer,
  signature: string,
  secrets: readonly string[],
  now: Date,
) => ProcessorEvent | null
