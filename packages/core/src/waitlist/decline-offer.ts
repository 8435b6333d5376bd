import { waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { seesContacts } from '../access/own-agenda.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { OfferAnswer, WaitlistEntry, WaitlistEntryDetail } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { storedWaitlistEntry } from '../stored-json.ts'
import { accessLevel, canAccessEntry } from './entry-access.ts'
import { liveOffer } from './live-offer.ts'
import { readEntry } from './read-entry.ts'
import { dequeueWaitlistJobs } from './waitlist-jobs.ts'
import { endOffer } from './write-entry.ts'

/**
 * Declines the time that an entry was offered (D40): it is free at once, for the next entry, and this
 * one waits for another time. An answer does not count as an unanswered offer.
 */
export async function declineOffer(
  context: RequestContext,
  { entryId, code, offerId }: OfferAnswer,
): Promise<WaitlistEntryDetail> {
  const level = accessLevel(context, code, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  const entry = await context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedWaitlistEntry, async () => {
      const [row] = await waitlistQueries.lockWaitlistEntry(tx, entryId)
      if (!row || !canAccessEntry(context, code, row)) fail('WAITLIST_NOT_FOUND')
      const offered = readEntry(row, catalog)
      const updatedAt = context.clock.now()
      const offer = liveOffer(offered, offerId, updatedAt)
      await endOffer(tx, offered, 'declined', updatedAt)
      const waiting: WaitlistEntry = { ...offered, state: 'waiting', offer: null, updatedAt }
      await waitlistQueries.updateWaitlistEntry(tx, waiting)
      await dequeueWaitlistJobs(tx, { entryId: null, offerId: offer.id })
      return waiting
    }),
  )
  return { entry, contactVisible: level !== 'guest' && seesContacts(context) }
}
