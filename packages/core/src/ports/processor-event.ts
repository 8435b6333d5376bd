import type { Intent, ProcessorDispute, ProcessorPayout, ProcessorRefund } from './processor.ts'

/** A verified event of the processor (D23). */
export interface ProcessorEvent {
  eventRef: string
  /** The processor's own event type, for the record. */
  type: string
  /** The connected account; empty for the platform's own. */
  account: string
  livemode: boolean
  occurredAt: Date
  /** What it means for Silla; null: nothing. */
  observation: ProcessorObservation | null
}

export type ProcessorObservation =
  | { kind: 'intent'; intent: Intent }
  /** `refundedCents` is the total that was refunded of the charge. */
  | { kind: 'charge'; intentRef: string; refundedCents: number }
  | { kind: 'refund'; intentRef: string; refund: ProcessorRefund }
  | { kind: 'dispute'; intentRef: string; dispute: ProcessorDispute }
  /** Only a trigger: the card is read from the processor. */
  | { kind: 'setup'; setupRef: string; cardId: number | null }
  | { kind: 'payout'; payout: ProcessorPayout }
  /** Only a trigger: the account's state is read from the processor. */
  | { kind: 'account' }
  | { kind: 'deauthorized' }

/** A delivery with a valid signature whose body is no event that Silla can read. */
export interface UnreadableEvent {
  /** The processor's ID of the event, or one that follows from the body. */
  eventRef: string
  /** What is wrong with it, without its contents. */
  fault: string
}

/**
 * Verifies a delivery's signature and parses the event.
 *
 * @param secrets the signature may be by any of them
 * @returns null when it is by none of them, or too old
 */
export type ReadProcessorEvent = (
  body: Buffer,
  signature: string,
  secrets: readonly string[],
  now: Date,
) => ProcessorEvent | UnreadableEvent | null
