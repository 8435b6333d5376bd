import { eventQueries, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { LeftWaitlist, WaitlistEntry } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { storedLeft } from '../stored-json.ts'
import { accessLevel, canAccessEntry } from './entry-access.ts'
import { readEntry } from './read-entry.ts'
import { dequeueWaitlistJobs } from './waitlist-jobs.ts'
import { endOffer } from './write-entry.ts'

/**
 * Takes an entry off the waitlist (D40); a time that is held for it goes to the next one. An entry
 * that has ended stays as it is, so that the request can be repeated.
 */
export async function leaveWaitlist(
  context: RequestContext,
  input: { entryId: number; code: string | null },
): Promise<LeftWaitlist> {
  accessLevel(context, input.code, 'bookings.manage')
  const catalog = await context.tenant.catalog()
  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedLeft, async () => {
      const [row] = await waitlistQueries.lockWaitlistEntry(tx, input.entryId)
      if (!row || !canAccessEntry(context, input.code, row)) fail('WAITLIST_NOT_FOUND')
      const entry: WaitlistEntry = readEntry(row, catalog)
      if (entry.state !== 'waiting' && entry.state !== 'offered')
        return { id: entry.id, state: entry.state }
      const updatedAt = context.clock.now()
      await endOffer(tx, entry, 'withdrawn', updatedAt)
      const left: WaitlistEntry = { ...entry, state: 'withdrawn', offer: null, updatedAt }
      await waitlistQueries.updateWaitlistEntry(tx, left)
      await eventQueries.recordEvent(tx, { type: 'espera.retirada', at: updatedAt, payload: left })
      await dequeueWaitlistJobs(tx, { entryId: entry.id, offerId: entry.offer?.id ?? null })
      return { id: entry.id, state: 'withdrawn' }
    }),
  )
}
