/**
 * Sends a delivery to an endpoint of ours as the processor would, with an event that means nothing.
 */
export type SendTestEvent = (input: {
  url: string
  secret: string
  livemode: boolean
  now: Date
}) => Promise<TestDelivery>

export interface TestDelivery {
  /** The event's name, under which it is noted by whoever believed it. */
  eventRef: string
  /** null: nobody answered */
  status: number | null
  /** The beginning of what came back, or why nothing did. */
  answer: string
}
