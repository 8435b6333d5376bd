import { holdQueries, type Tx, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { ReleasedHold } from '../model/hold.ts'
import { businessOnly, type RequestContext } from '../request-context.ts'

/**
 * Frees the time of a hold (D36). Its token has been verified. Nothing is left to do for a hold that
 * was released before or has expired, so that the request can be repeated; an expired one is still
 * counted as expired.
 *
 * @throws HOLD_ALREADY_BOOKED when it has become a booking, which has to be cancelled instead
 */
export async function releaseHold(context: RequestContext, holdId: number): Promise<ReleasedHold> {
  const now = context.clock.now()
  await context.tenant.db.transaction((tx) => release(tx, holdId, now))
  return { id: holdId }
}

/**
 * The same for the salon, which needs no token.
 *
 * @throws INSUFFICIENT_SCOPE for everybody else; HOLD_ALREADY_BOOKED; HOLD_NOT_FOUND when there is no
 *   such hold, or it is not live any more
 */
export async function releaseHoldAsBusiness(
  context: RequestContext,
  holdId: number,
): Promise<ReleasedHold> {
  businessOnly(context)
  const now = context.clock.now()
  return context.tenant.db.transaction(async (tx) => {
    if (!(await release(tx, holdId, now))) fail('HOLD_NOT_FOUND')
    return { id: holdId }
  })
}

/** False: it was not live. */
async function release(tx: Tx, holdId: number, now: Date): Promise<boolean> {
  const [row] = await holdQueries.lockHold(tx, holdId)
  if (row?.bookingId) fail('HOLD_ALREADY_BOOKED')
  if (!row || row.releasedAt || row.expiresAt <= now) return false
  await holdQueries.updateHoldReleased(tx, holdId, now)
  await holdQueries.deleteHoldClaims(tx, holdId)
  await waitlistQueries.wakeWaitlist(tx, { from: row.startsAt, to: row.endsAt })
  return true
}
