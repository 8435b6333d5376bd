import { payoutQueries } from '@silla/db'
import { type EpochDay, zoneOf } from '@silla/slots'
import { allow } from '../../access/allow.ts'
import type { Payout } from '../../model/payout.ts'
import type { RequestContext } from '../../request-context.ts'

export interface PayoutListFilter {
  /** Local days of the salon on which they were made, both included; null: no limit. */
  from: EpochDay | null
  to: EpochDay | null
  /** Where the part before ended; null: the latest. */
  after: payoutQueries.Place | null
  limit: number
}

/**
 * A part of what the processor has paid out to the salon, the latest first, as it was read last night (D56).
 *
 * @throws INSUFFICIENT_SCOPE, PERMISSION_REQUIRED without `reports.salon`
 * @returns `next`: where the next part begins; null after the last
 */
export async function listPayouts(
  context: RequestContext,
  { from, to, after, limit }: PayoutListFilter,
): Promise<{ payouts: Payout[]; next: payoutQueries.Place | null }> {
  allow(context, 'reports.salon')
  const { settings } = await context.tenant.catalog()
  const zone = zoneOf(settings.timezone)
  const midnight = (day: EpochDay) => new Date(zone.toEdge(day, 0) * 60_000)
  const [rows] = await context.tenant.db.batch((tx) => [
    payoutQueries.listPayouts(tx, {
      from: from === null ? null : midnight(from),
      before: to === null ? null : midnight(to + 1),
      after,
      // one more shows whether there is a next part
      limit: limit + 1,
    }),
  ])
  return { payouts: rows.slice(0, limit), next: placeAfter(rows, limit) }
}

/** Where the part after the first `limit` rows begins; null when there are no more. */
export function placeAfter(
  rows: readonly { createdAt: Date; id: number }[],
  limit: number,
): payoutQueries.Place | null {
  const last = rows[limit - 1]
  return rows.length > limit && last ? { at: last.createdAt, id: last.id } : null
}
