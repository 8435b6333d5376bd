import { createHash } from 'node:crypto'

/**
 * The id of an event outside of Silla, the same in the feed and in every attempt to deliver it
 * (D42). Ids of the database are unique only within their salon and reveal how many events the
 * platform records; this one does neither.
 */
export const eventRef = (businessId: string, eventId: number): string =>
  refOf(`${businessId}:${eventId}`)

/** The same for what is delivered to try an endpoint, without an event. */
export const testRef = (businessId: string, deliveryId: number): string =>
  refOf(`${businessId}:test:${deliveryId}`)

function refOf(source: string): string {
  const hash = createHash('sha256').update(source).digest('hex')
  // the first 130 bits, five in each character
  const bits = BigInt(`0x${hash}`) >> 126n
  return `evt_${bits.toString(32).padStart(26, '0')}`
}
