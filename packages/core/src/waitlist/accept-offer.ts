import { eventQueries, type Tx, waitlistQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { zoneOf } from '@silla/slots'
import { viewOf } from '../bookings/booking-view.ts'
import { createBooking } from '../bookings/create-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { replayOnError } from '../idempotency/with-idempotency.ts'
import type { BookingDetail, MessageChoice } from '../model/booking.ts'
import type { OfferAnswer, WaitlistEntry, WaitlistOffer } from '../model/waitlist.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { accessLevel, canAccessEntry } from './entry-access.ts'
import { liveOffer } from './live-offer.ts'
import { readEntry } from './read-entry.ts'
import { requestedVisit } from './requested-visit.ts'
import { dequeueWaitlistJobs } from './waitlist-jobs.ts'

/**
 * Books the time that an entry was offered (D40): its hold becomes the booking, and the entry ends,
 * in one transaction. Somebody else's code makes a signed-in customer a guest.
 */
export async function acceptOffer(
  context: RequestContext,
  input: OfferAnswer & { clientAddress: string | null },
): Promise<BookingDetail> {
  accessLevel(context, input.code, 'bookings.manage')
  const { tenant, identity } = context
  const catalog = await tenant.catalog()
  const [[row]] = await tenant.db.batch((tx) => [
    waitlistQueries.findWaitlistEntry(tx, input.entryId),
  ])
  if (!row || !canAccessEntry(context, input.code, row)) fail('WAITLIST_NOT_FOUND')
  const isOwner = identity.kind === 'customer' && identity.customerId === row.customerId
  const actor: RequestContext =
    input.code === null || isOwner ? context : { ...context, identity: { kind: 'visitor' } }
  // repeated with its key, the request gets its booking again
  const booking = await replayOnError(actor, storedBooking, async () => {
    const messages = { channels: row.messageChannels, wording: row.messageWording }
    const detail = await bookOffer(actor, catalog, readEntry(row, catalog), { ...input, messages })
    return detail.booking
  })
  return viewOf(actor, catalog, booking, true)
}

async function bookOffer(
  context: RequestContext,
  catalog: Catalog,
  entry: WaitlistEntry,
  {
    offerId,
    clientAddress,
    messages,
  }: { offerId: number | null; clientAddress: string | null; messages: MessageChoice },
): Promise<BookingDetail> {
  const { tenant, clock } = context
  const offer = liveOffer(entry, offerId, clock.now())
  const start = zoneOf(catalog.settings.timezone).toLocal(offer.startsAt.getTime() / 60_000)
  const { contact, language, notes } = entry
  return createBooking(
    context,
    {
      ...requestedVisit(entry),
      day: start.day,
      startMinute: start.minute,
      byBusiness: false,
      ...{ contact, language, notes, clientAddress, messages },
      usePoints: false,
      holdId: offer.holdId,
    },
    (insert) =>
      tenant.db.transaction(async (tx) => {
        const [row] = await waitlistQueries.lockWaitlistEntry(tx, entry.id)
        const locked = row ? readEntry(row, catalog) : fail('WAITLIST_NOT_FOUND')
        liveOffer(locked, offer.id, clock.now())
        const inserted = [...(await insert(tx))]
        const [booked] = inserted
        if (booked?.outcome === 'booked')
          await writeAccepted(tx, locked, { bookingId: booked.assigned.id, at: clock.now() })
        return inserted
      }),
  )
}

async function writeAccepted(
  tx: Tx,
  entry: WaitlistEntry,
  { bookingId, at }: { bookingId: number; at: Date },
): Promise<void> {
  const { id: offerId } = entry.offer as WaitlistOffer
  const accepted: WaitlistEntry = { ...entry, state: 'accepted', bookingId, updatedAt: at }
  await Promise.all([
    waitlistQueries.updateWaitlistEntry(tx, accepted),
    waitlistQueries.updateOfferOutcome(tx, { id: offerId, outcome: 'accepted', at }),
    eventQueries.recordEvent(tx, { type: 'espera.aceptada', at, payload: accepted }),
    dequeueWaitlistJobs(tx, { entryId: entry.id, offerId }),
  ])
}
