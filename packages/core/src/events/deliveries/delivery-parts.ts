import type { SecretsKeys } from '../../credentials/seal.ts'
import type { EventSender } from '../../ports/event-sender.ts'

/** What the use cases of deliveries work with, beside the salon. */
export interface DeliveryParts {
  sender: EventSender
  /** Decrypts the secrets of endpoints; null: no event can be delivered. */
  secretsKeys: SecretsKeys | null
  /** Aborted when the process stops. */
  stopping: AbortSignal
  metrics: DeliveryMetrics
  /** For what staff should see although no job failed. */
  log: { warn(line: object, message: string): void }
}

/** Receives measurements; its calls must be cheap. */
export interface DeliveryMetrics {
  /**
   * One attempt.
   *
   * @param lagMilliseconds from the event to its first attempt; null: a later attempt or a test
   */
  onAttempt(attempt: {
    succeeded: boolean
    milliseconds: number
    lagMilliseconds: number | null
  }): void
}
