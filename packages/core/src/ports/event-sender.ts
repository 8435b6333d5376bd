import type { StoredEvent } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'

/** Delivers events to the endpoints of salons. */
export interface EventSender {
  /** The body of a delivery: the event as JSON, as the feed has it and of at most 64 KiB (D42). */
  render(message: EventMessage, salon: { businessId: string; catalog: Catalog }): string
  /**
   * Makes one attempt, of at most 10 seconds. Failures are results.
   *
   * @throws the reason of `signal` when it aborts the attempt
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
}

/** What is delivered, with its id outside of Silla. */
export interface EventMessage {
  ref: string
  /** null: a test of the endpoint */
  event: StoredEvent | null
  /** When a test was requested; otherwise that of the event. */
  occurredAt: Date
}

export interface OutgoingMessage {
  url: string
  /** The id that every attempt has. */
  ref: string
  /** When this attempt is made. */
  at: Date
  body: string
  /** Each signs the message; two while a secret is being rotated. */
  secrets: readonly string[]
}

/** What came back: a delivery has succeeded if there is a status of 2xx and no error. */
export interface SendResult {
  /** null: no response */
  status: number | null
  /** null: the response was received */
  error: SendError | null
  /** The beginning of the response body, at most 1 KiB. */
  response: string
  durationMilliseconds: number
}

/**
 * Why there is no complete response.
 *
 * - `timeout`: it did not arrive within 10 seconds
 * - `lookup_failed`: the host was not found
 * - `address_not_allowed`: the host resolves to an address that is not public, or the URL is not
 *   allowed any more; nothing was sent
 * - `connection_failed`: refused or unreachable
 * - `connection_closed`: closed before the end of the response
 * - `tls_failed`: no secure connection, for instance because of an invalid certificate
 * - `invalid_response`: not HTTP
 */
export type SendError =
  | 'timeout'
  | 'lookup_failed'
  | 'address_not_allowed'
  | 'connection_failed'
  | 'connection_closed'
  | 'tls_failed'
  | 'invalid_response'
