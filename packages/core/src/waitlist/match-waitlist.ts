import { eventQueries, holdQueries, newBookingQueries, type Tx, waitlistQueries } from '@silla/db'
import { maxOpenPerCustomer, maxOpenPerGuest } from '../bookings/booking-limits.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { emailKey } from '../contact/email.ts'
import { heldCandidates, plannedHold } from '../holds/planned-hold.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'
import type { TenantContext } from '../request-context.ts'
import { type FreeTime, findFreeTime, isLeftToOthers } from './find-free-time.ts'
import { readEntry } from './read-entry.ts'
import { requestedVisit } from './requested-visit.ts'
import { enqueueOfferEnd } from './waitlist-jobs.ts'
import { withdrawLostOffers } from './withdraw-lost-offers.ts'
import { requestOfferMail, writeExpired } from './write-entry.ts'

const pageSize = 100
/** How often a time is looked for again when somebody else takes the one that was found. */
const maxTries = 5

/**
 * Offers what is free to those who wait, in order of entry, after the offers that have become
 * impossible have ended (D40). Each offer is one transaction with
 * its hold, its e-mail and the job that ends it; two of these jobs at once make no offer twice.
 */
export async function matchWaitlist(context: TenantContext): Promise<void> {
  await withdrawLostOffers(context)
  const catalog = await context.tenant.catalog()
  let after: { createdAt: Date; id: number } | null = null
  for (;;) {
    const [rows] = await context.tenant.db.batch((tx) => [
      waitlistQueries.listWaitingEntries(tx, { after, limit: pageSize }),
    ])
    for (const row of rows) await offerTime(context, readEntry(row, catalog))
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

async function offerTime(context: TenantContext, entry: WaitlistEntry): Promise<void> {
  const { tenant, clock } = context
  for (let tries = 0; tries < maxTries; tries++) {
    const [offers] = await tenant.db.batch((tx) => [
      waitlistQueries.listCountedOffers(tx, clock.now()),
    ])
    const found = await findFreeTime(context, entry, isLeftToOthers(entry.id, offers))
    if (found === null) return
    const isDone = await tenant.db.transaction((tx) => writeOffer(tx, entry.id, found, clock.now()))
    if (isDone) return
  }
}

/** False: the time was taken meanwhile, or the catalogue changed. */
async function writeOffer(
  tx: Tx,
  entryId: number,
  { catalog, candidate }: FreeTime,
  now: Date,
): Promise<boolean> {
  const [row] = await waitlistQueries.lockWaitlistEntry(tx, entryId)
  if (row?.state !== 'waiting') return true
  const entry = readEntry(row, catalog)
  if (row.endsAt <= now) {
    await writeExpired(tx, entry, now)
    return true
  }
  if (!(await mayBook(tx, entry, catalog, now))) return true
  const offers = await waitlistQueries.listCountedOffers(tx, now)
  if (isLeftToOthers(entryId, offers)(candidate)) return false

  const { startsAt, endsAt } = candidate
  const offerEnd = now.getTime() + catalog.settings.waitlistOfferMinutes * 60_000
  const expiresAt = new Date(Math.min(offerEnd, startsAt.getTime()))
  const { lines, professionalId } = requestedVisit(entry)
  const requestedIds =
    lines?.map((line) => line.professionalId) ?? entry.services.map(() => professionalId)
  const hold = plannedHold(catalog, candidate, {
    // who will accept it is not known: what is offered holds for everybody
    ...{ requestedIds, byBusiness: false, history: null, expiresAt, now },
  })
  const [held] = await holdQueries.insertHold(tx, tx.businessId, {
    visit: {
      ...heldCandidates([hold], [candidate]),
      balanceDay: null,
      catalogVersion: catalog.version,
      wakesWaitlist: false,
      audit: null,
    },
    limits: { scope: null, live: 0, perHour: null, again: true },
    idempotency: null,
    now,
  })
  if (held?.outcome !== 'held') return false

  const { holdId } = held
  const professional = (candidate.lines[0] as FreeTime['candidate']['lines'][0]).professional
  const [inserted] = await waitlistQueries.insertWaitlistOffer(tx, {
    ...{ entryId, holdId, startsAt, endsAt, expiresAt, createdAt: now },
    professionalIds: [...new Set(candidate.lines.map((line) => line.professional.id))],
  })
  const { id } = inserted as { id: number }
  const offered: WaitlistEntry = {
    ...{ ...entry, state: 'offered', updatedAt: now },
    offer: {
      ...{ id, entryId, holdId, startsAt, endsAt, expiresAt },
      professional: { id: professional.id, name: professional.name },
    },
  }
  await Promise.all([
    waitlistQueries.updateWaitlistEntry(tx, offered),
    eventQueries.recordEvent(tx, { type: 'espera.ofrecida', at: now, payload: offered }),
    requestOfferMail(tx, offered, 'waitlist_offer', now),
    enqueueOfferEnd(tx, { id, expiresAt }),
  ])
  return true
}

/** Whether the customer could book: who is blocked, or has too many bookings, gets no offer. */
async function mayBook(
  tx: Tx,
  { customerId, contact }: WaitlistEntry,
  { settings }: Catalog,
  now: Date,
): Promise<boolean> {
  const [row] = await newBookingQueries.findBookingBlocker(tx, tx.businessId, {
    constraints: {
      customerId,
      emailKey: emailKey(contact.email),
      phoneRequired: settings.phoneRequired,
      mayBeBlocked: true,
      mailsBlocked: false,
      chosen: null,
      openLimit: customerId === null ? maxOpenPerGuest : maxOpenPerCustomer,
      unpaid: null,
      guest: null,
    },
    ...{ phone: contact.phone, points: 0, now },
  })
  return row?.blocker === null
}
