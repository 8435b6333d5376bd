import { holdQueries } from '@silla/db'
import { allow } from '../access/allow.ts'
import type { Hold } from '../model/hold.ts'
import type { RequestContext } from '../request-context.ts'
import { readHold } from './read-hold.ts'

/**
 * One page of a salon's live holds, by start, and their number on all pages. One round trip.
 *
 * @throws INSUFFICIENT_SCOPE for everybody but the salon
 */
export async function listHolds(
  context: RequestContext,
  page: { offset: number; limit: number },
): Promise<{ holds: Hold[]; total: number }> {
  allow(context, 'agenda.all')
  const catalog = await context.tenant.catalog()
  const now = context.clock.now()
  const [rows, [counted]] = await context.tenant.db.batch((tx) => [
    holdQueries.listLiveHolds(tx, { ...page, now }),
    holdQueries.countLiveHolds(tx, now),
  ])
  return { holds: rows.map((row) => readHold(row, catalog)), total: counted?.count ?? 0 }
}
