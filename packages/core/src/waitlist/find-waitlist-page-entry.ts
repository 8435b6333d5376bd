import { bookingQueries, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import type { WaitlistEntry, WaitlistPageEntry } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { currentEntry, readEntry } from './read-entry.ts'

/**
 * An entry by its code, with what its page shows of the latest offer and of its booking. Two round
 * trips; one when there is no such entry.
 *
 * @throws WAITLIST_NOT_FOUND
 */
export async function findWaitlistPageEntry(
  context: RequestContext,
  code: string,
): Promise<WaitlistPageEntry> {
  const { tenant, clock } = context
  const catalog = await tenant.catalog()
  const [[row]] = await tenant.db.batch((tx) => [waitlistQueries.findWaitlistEntryByCode(tx, code)])
  if (!row) fail('WAITLIST_NOT_FOUND')
  const [[latest], [booking]] = await tenant.db.batch((tx) => [
    waitlistQueries.findLatestOffer(tx, row.id),
    bookingQueries.findBookingCode(tx, row.bookingId ?? 0),
  ])
  const entry = currentEntry(readEntry(row, catalog), clock.now())
  return {
    entry,
    offered: entry.offer !== null && latest?.id === entry.offer.id ? priceOf(latest) : null,
    lastOffer: latest ? endedOffer(latest, entry) : null,
    bookingCode: booking?.code ?? null,
  }
}

const priceOf = ({ lines, currency, dueNowCents, requirement }: waitlistQueries.LatestOfferRow) =>
  lines === null || currency === null || dueNowCents === null
    ? null
    : {
        totalCents: lines.reduce((sum, { chargedCents }) => sum + chargedCents, 0),
        dueNowCents,
        isPaymentRequired: requirement !== null && requirement !== 'none',
        currency,
      }

/** An offer whose time is over counts as unanswered, even before its job has run. */
function endedOffer(
  { id, startsAt, outcome }: waitlistQueries.LatestOfferRow,
  { offer }: WaitlistEntry,
): WaitlistPageEntry['lastOffer'] {
  if (offer?.id === id || outcome === 'accepted') return null
  return { startsAt, outcome: outcome ?? 'unanswered' }
}
