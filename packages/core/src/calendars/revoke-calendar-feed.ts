import { calendarQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Revokes a calendar feed: from now on no process knows its address (D43).
 *
 * @returns the time of the revocation
 */
export async function revokeCalendarFeed(
  context: RequestContext,
  id: number,
): Promise<{ id: number; revokedAt: Date }> {
  allow(context, 'integrations')
  return context.tenant.db.transaction(async (tx) => {
    const [deleted] = await calendarQueries.deleteCalendarFeed(tx, id)
    if (!deleted) fail('CALENDAR_NOT_FOUND')
    await calendarQueries.revokeCalendarTokens(tx, [id])
    return { id, revokedAt: context.realClock.now() }
  })
}

/**
 * Revokes the feeds of professionals who are no longer active, in the transaction of staff that changed
 * that.
 */
export async function revokeFeedsOfInactive(tx: Tx): Promise<void> {
  const deleted = await calendarQueries.deleteFeedsOfInactive(tx)
  if (deleted.length === 0) return
  await calendarQueries.deleteCalendarTokens(
    tx,
    deleted.map(({ id }) => id),
  )
}
