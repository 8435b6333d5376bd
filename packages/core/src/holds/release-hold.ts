import { holdQueries, type Tx, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { ReleasedHold } from '../model/hold.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Frees the time of a hold (D36). Its token has been verified. Nothing is left to do for a hold that
 * was released before or has expired, so that the request can be repeated; an expired one is still
 * counted as expired.
 */
export async function releaseHold(context: RequestContext, holdId: number): Promise<ReleasedHold> {
  const now = context.clock.now()
  await context.tenant.db.transaction((tx) => freeLiveHold(tx, holdId, now))
  return { id: holdId }
}

/** Frees the time of a live hold, in a transaction. False: it was not live. */
export async function freeLiveHold(tx: Tx, holdId: number, now: Date): Promise<boolean> {
  const [row] = await holdQueries.lockHold(tx, holdId)
  if (row?.bookingId) fail('HOLD_ALREADY_BOOKED')
  if (!row || row.releasedAt || row.expiresAt <= now) return false
  await holdQueries.updateHoldReleased(tx, holdId, now)
  await holdQueries.deleteHoldClaims(tx, holdId)
  await waitlistQueries.wakeWaitlist(tx, { from: row.startsAt, to: row.endsAt })
  return true
}
