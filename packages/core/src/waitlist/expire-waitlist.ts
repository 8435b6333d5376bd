import { waitlistQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'
import { readEntry } from './read-entry.ts'
import { enqueueMatching } from './waitlist-jobs.ts'
import { endOffer, writeExpired, writeUnanswered } from './write-entry.ts'

/** Ends an offer that was not accepted in time, and offers its time to the next entry (D40). */
export async function expireOffer(
  { tenant, clock }: TenantContext,
  offerId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [offer] = await waitlistQueries.findOffer(tx, offerId)
    // the customer was erased meanwhile; the time that was held for them is free
    if (!offer) return enqueueMatching(tx)
    const [row] = await waitlistQueries.lockWaitlistEntry(tx, offer.entryId)
    const entry = row && readEntry(row, catalog)
    if (entry?.offer?.id !== offerId || entry.offer.expiresAt > clock.now()) return
    await writeUnanswered(tx, entry, clock.now())
  })
}

/** Ends an entry whose days are over (D40). One that was served or withdrawn is left unchanged. */
export async function expireWaitlistEntry(
  { tenant, clock }: TenantContext,
  entryId: number,
): Promise<void> {
  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [row] = await waitlistQueries.lockWaitlistEntry(tx, entryId)
    const isLive = row?.state === 'waiting' || row?.state === 'offered'
    if (!row || !isLive || row.endsAt > clock.now()) return
    const entry = readEntry(row, catalog)
    const now = clock.now()
    await endOffer(tx, entry, 'unanswered', now)
    await writeExpired(tx, entry, now)
  })
}
