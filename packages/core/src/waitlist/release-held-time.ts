import { type Tx, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { freeLiveHold } from '../holds/release-hold.ts'
import type { ReleasedHold } from '../model/hold.ts'
import type { RequestContext } from '../request-context.ts'
import { readEntry } from './read-entry.ts'
import { writeWithdrawnOffer } from './write-entry.ts'

/**
 * Frees a time that is held for a customer (D36) or offered to one who waits (D40), for the salon,
 * which needs no token.
 *
 * @throws INSUFFICIENT_SCOPE for everybody else; HOLD_ALREADY_BOOKED; HOLD_NOT_FOUND when there is no
 *   such hold, or it is not live any more
 */
export async function releaseHeldTime(
  context: RequestContext,
  holdId: number,
): Promise<ReleasedHold> {
  allow(context, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  const now = context.clock.now()
  return context.tenant.db.transaction(async (tx) => {
    const isFreed =
      (await withdrawOffer(tx, catalog, holdId, now)) || (await freeLiveHold(tx, holdId, now))
    if (!isFreed) fail('HOLD_NOT_FOUND')
    return { id: holdId }
  })
}

/** False: the hold is not offered to anybody. The entry is locked first, as when it is accepted. */
async function withdrawOffer(
  tx: Tx,
  catalog: Catalog,
  holdId: number,
  now: Date,
): Promise<boolean> {
  const [offered] = await waitlistQueries.findOfferOfHold(tx, holdId)
  if (!offered) return false
  const [row] = await waitlistQueries.lockWaitlistEntry(tx, offered.entryId)
  const entry = row && readEntry(row, catalog)
  if (entry?.offer?.holdId !== holdId || entry.offer.expiresAt <= now) return false
  await writeWithdrawnOffer(tx, entry, now)
  return true
}
