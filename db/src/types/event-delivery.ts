export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** An event on its way to one endpoint (D42). */
export interface EventDelivery {
  id: number
  /** null: a test of the endpoint. */
  eventId: number | null
  type: string
  state: DeliveryState
  /** In the order in which they were made. */
  attempts: DeliveryAttempt[]
  /** In real time; null unless pending. */
  nextAttemptAt: Date | null
  createdAt: Date
}

/** As it is stored in JSON. */
export interface DeliveryAttempt {
  /** When it began, in real time; ISO 8601. */
  at: string
  /** Of the HTTP response; null: there was none. */
  status: number | null
  /** Why it failed: `timeout`, `address_not_allowed`; null: it succeeded. */
  error: string | null
  durationMilliseconds: number
  /**
   * The first 1 KiB of the body of the response, without what was sent; empty once a customer that
   * the event is about was erased.
   */
  response: string
}
