import { catalogQueries, holdQueries, waitlistQueries } from '@silla/db'
import { zoneOf } from '@silla/slots'
import { planVisit } from '../bookings/plan-visit.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Clock } from '../clock.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'
import type { TenantContext } from '../request-context.ts'
import { unlessRefused } from './find-free-time.ts'
import { readEntry } from './read-entry.ts'
import { requestedVisit } from './requested-visit.ts'
import { writeWithdrawnOffer } from './write-entry.ts'

/**
 * Ends the offers that could not be accepted any more, because the salon has closed or changed its
 * shifts or services since (D40): what is offered can be booked.
 */
export async function withdrawLostOffers({ tenant, clock }: TenantContext): Promise<void> {
  const [rows, [business]] = await tenant.db.batch((tx) => [
    waitlistQueries.listOfferedEntries(tx),
    catalogQueries.findCatalogVersion(tx),
  ])
  if (rows.length === 0) return
  const catalog = await tenant.catalogAt(business?.catalogVersion ?? 0)
  for (const { id } of rows)
    await tenant.db.transaction(async (tx) => {
      const now = clock.now()
      const [row] = await waitlistQueries.lockWaitlistEntry(tx, id)
      const entry = row && readEntry(row, catalog)
      if (!entry?.offer || entry.offer.expiresAt <= now) return
      const [hold] = await holdQueries.findHold(tx, entry.offer.holdId)
      if (hold && canBeBooked(catalog, entry, hold, { now: () => now })) return
      await writeWithdrawnOffer(tx, entry, now)
    })
}

/** Whether the catalogue allows to book what a live hold keeps, as in `acceptOffer`. */
function canBeBooked(
  catalog: Catalog,
  entry: WaitlistEntry,
  { id, startsAt, lines }: holdQueries.HoldRow,
  clock: Clock,
): boolean {
  const start = zoneOf(catalog.settings.timezone).toLocal(startsAt.getTime() / 60_000)
  const at = { day: start.day, startMinute: start.minute }
  const input = { ...requestedVisit(entry), ...at, byBusiness: false }
  const visit = unlessRefused(() => planVisit(catalog, input, clock, { id, lines }))
  return visit !== null && visit.timeRefusal === null
}
