import { waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { seesContacts } from '../access/own-agenda.ts'
import type { WaitlistEntryDetail } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { accessLevel, canAccessEntry } from './entry-access.ts'
import { currentEntry, readEntry } from './read-entry.ts'

/**
 * An entry of the waitlist, for its customer, for the salon, or for a guest with its code, who sees
 * the contact masked (D40). One round trip.
 */
export async function findWaitlistEntry(
  context: RequestContext,
  input: { entryId: number; code: string | null },
): Promise<WaitlistEntryDetail> {
  const level = accessLevel(context, input.code, 'agenda.all')
  const catalog = await context.tenant.catalog()
  const [[row]] = await context.tenant.db.batch((tx) => [
    waitlistQueries.findWaitlistEntry(tx, input.entryId),
  ])
  if (!row || !canAccessEntry(context, input.code, row)) fail('WAITLIST_NOT_FOUND')
  return {
    entry: currentEntry(readEntry(row, catalog), context.clock.now()),
    contactVisible: level !== 'guest' && seesContacts(context),
  }
}
