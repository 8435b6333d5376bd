import { payoutQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../../access/allow.ts'
import type { Payout, PayoutSums } from '../../model/payout.ts'
import type { RequestContext } from '../../request-context.ts'
import { placeAfter } from './list-payouts.ts'

/** A payout, what its lines add up to, and a part of them, the earliest first. */
export interface PayoutDetail {
  payout: Payout
  sums: PayoutSums
  entries: payoutQueries.PayoutEntryRow[]
  /** Where the next part begins; null after the last. */
  next: payoutQueries.Place | null
}

/**
 * A payout with the lines of the balance that it contains (D56). Its own line is none of them, so that they add
 * up to its amount.
 *
 * @throws INSUFFICIENT_SCOPE, PERMISSION_REQUIRED without `reports.salon`; PAYOUT_NOT_FOUND
 */
export async function findPayout(
  context: RequestContext,
  {
    payoutId,
    after,
    limit,
  }: { payoutId: number; after: payoutQueries.Place | null; limit: number },
): Promise<PayoutDetail> {
  allow(context, 'reports.salon')
  const { db } = context.tenant
  const [[payout]] = await db.batch((tx) => [payoutQueries.findPayout(tx, payoutId)])
  if (!payout) fail('PAYOUT_NOT_FOUND')
  const { payoutRef } = payout
  const [[sums], rows] = await db.batch((tx) => [
    payoutQueries.sumPayout(tx, payoutRef),
    payoutQueries.listPayoutEntries(tx, { payoutRef, after, limit: limit + 1 }),
  ])
  if (!sums) throw new Error('the sums of a payout were not computed')
  return { payout, sums, entries: rows.slice(0, limit), next: placeAfter(rows, limit) }
}
