import type { WebhookPayload } from './processor.ts'

/** Delivers a test event to one of Silla's endpoints as the processor would. */
export type SendTestEvent = (input: {
  url: string
  payload: WebhookPayload
  secret: string
  livemode: boolean
  now: Date
}) => Promise<TestDelivery>

export interface TestDelivery {
  /** The event's id, under which the receiver records it. */
  eventRef: string
  /** null: no response */
  status: number | null
  /** The beginning of the response body, or why there was no response. */
  answer: string
}
