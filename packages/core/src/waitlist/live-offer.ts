import { fail } from '@silla/errors'
import type { WaitlistEntry, WaitlistOffer } from '../model/waitlist.ts'
import { currentEntry } from './read-entry.ts'

/**
 * The offer of an entry that waits for an answer.
 *
 * @param offerId the one that the customer answers; null: whichever it is
 * @throws WAITLIST_NO_OFFER with the `waitlistState` of the entry when it has no offer, none any more,
 *   or another one
 */
export function liveOffer(entry: WaitlistEntry, offerId: number | null, now: Date): WaitlistOffer {
  const { offer, state } = currentEntry(entry, now)
  if (offer === null || (offerId !== null && offer.id !== offerId))
    fail('WAITLIST_NO_OFFER', { extra: { waitlistState: state } })
  return offer
}
