import { holdQueries, jobQueries, waitlistQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

/**
 * Offers the time of a hold to the waitlist once it has expired (D40). Nothing is left to do when
 * it was released or booked; one that was extended is looked at again when it ends.
 */
export async function freeHold({ tenant, clock }: TenantContext, holdId: number): Promise<void> {
  await tenant.db.transaction(async (tx) => {
    const [row] = await holdQueries.lockHold(tx, holdId)
    if (!row || row.releasedAt || row.bookingId) return
    if (row.expiresAt > clock.now()) return enqueueFreeHold(tx, row)
    await holdQueries.deleteHoldClaims(tx, holdId)
    await waitlistQueries.wakeWaitlist(tx, { from: row.startsAt, to: row.endsAt })
  })
}

/** For a hold that was created while nobody waited; `app.hold_visit` does it for the others. */
export async function enqueueFreeHold(
  tx: Parameters<typeof jobQueries.enqueue>[0],
  { id, expiresAt }: { id: number; expiresAt: Date },
): Promise<void> {
  await jobQueries.enqueue(tx, {
    task: 'free-hold',
    payload: { holdId: id },
    dueAt: expiresAt,
    key: `free-hold:${id}`,
  })
}
