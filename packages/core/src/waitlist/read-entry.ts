import type { waitlistQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'

/** Maps a row: reads the dates of its offer and adds the salon's time zone. */
export const readEntry = (
  {
    offer,
    endsAt: _,
    messageChannels: __,
    messageWording: ___,
    ...row
  }: waitlistQueries.WaitlistEntryRow,
  { settings }: Pick<Catalog, 'settings'>,
): WaitlistEntry => ({
  ...row,
  timezone: settings.timezone,
  offer: offer && {
    ...offer,
    startsAt: new Date(offer.startsAt),
    endsAt: new Date(offer.endsAt),
    expiresAt: new Date(offer.expiresAt),
  },
})

/** An entry as callers see it: an offer that has expired is none, even before its job has run. */
export function currentEntry(entry: WaitlistEntry, now: Date): WaitlistEntry {
  if (entry.offer === null || entry.offer.expiresAt > now) return entry
  return { ...entry, state: 'waiting', offer: null }
}
