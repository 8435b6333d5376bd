import { eventQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { StoredEvent } from '../model/event.ts'
import type { RequestContext } from '../request-context.ts'

/** Events in their order, and where to continue. */
export interface EventPage {
  events: StoredEvent[]
  /** The position of the last of them; of none, the one that was requested. */
  next: number
}

/**
 * The first events of the salon that are kept, for staff: unlike a reader of the feed, who continues
 * where it was, they have missed nothing. One round trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon
 */
export async function listOldestEvents(context: RequestContext, limit: number): Promise<EventPage> {
  allow(context, 'integrations')
  const [events] = await context.tenant.db.batch((tx) => [
    eventQueries.listEvents(tx, { after: 0, limit }),
  ])
  return { events, next: events.at(-1)?.position ?? 0 }
}

/**
 * The events of the salon after a position, without gaps (D42). A reader that passes `next` again
 * gets each event once. One round trip.
 */
export async function listEvents(
  context: RequestContext,
  { after, limit }: { after: number; limit: number },
): Promise<EventPage> {
  allow(context, 'integrations')
  const [events, [given]] = await context.tenant.db.batch((tx) => [
    eventQueries.listEvents(tx, { after, limit }),
    eventQueries.findLastPosition(tx),
  ])
  const lastPosition = given?.position ?? 0
  const firstPosition = events[0]?.position ?? lastPosition + 1
  if (after < lastPosition && firstPosition > after + 1)
    fail('EVENTS_EXPIRED', { extra: { firstPosition } })
  return { events, next: events.at(-1)?.position ?? after }
}
