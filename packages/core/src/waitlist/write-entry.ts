import {
  eventQueries,
  holdQueries,
  mailCountQueries,
  mailQueries,
  type Tx,
  waitlistQueries,
} from '@silla/db'
import type { WaitlistEntry } from '../model/waitlist.ts'
import { clientKey } from '../notifications/mail-keys.ts'
import { dequeueWaitlistJobs, enqueueMatching } from './waitlist-jobs.ts'

/** How often an offer may stay unanswered. */
const maxUnanswered = 2

/**
 * Ends the open offer of a locked entry without a booking: its time is free again, for the next
 * entry (D40).
 *
 * @param outcome `declined`, `withdrawn`: before its time was over
 */
export async function endOffer(
  tx: Tx,
  { offer }: WaitlistEntry,
  outcome: 'declined' | 'unanswered' | 'withdrawn',
  at: Date,
): Promise<void> {
  if (offer === null) return
  await Promise.all([
    waitlistQueries.updateOfferOutcome(tx, { id: offer.id, outcome, at }),
    ...(outcome === 'unanswered' ? [] : [holdQueries.updateHoldReleased(tx, offer.holdId, at)]),
    holdQueries.deleteHoldClaims(tx, offer.holdId),
    enqueueMatching(tx),
  ])
}

/** Ends a locked entry that will not be served: its days are over, or it let its offers pass. */
export async function writeExpired(tx: Tx, entry: WaitlistEntry, at: Date): Promise<void> {
  const ended: WaitlistEntry = { ...entry, state: 'expired', offer: null, updatedAt: at }
  await Promise.all([
    waitlistQueries.updateWaitlistEntry(tx, ended),
    eventQueries.recordEvent(tx, { type: 'espera.caducada', at, payload: ended }),
    dequeueWaitlistJobs(tx, { entryId: entry.id, offerId: entry.offer?.id ?? null }),
  ])
}

/** An offer was not accepted in time: the entry waits for another one, or ends. */
export async function writeUnanswered(tx: Tx, entry: WaitlistEntry, at: Date): Promise<void> {
  const unansweredOffers = entry.unansweredOffers + 1
  const next: WaitlistEntry = { ...entry, unansweredOffers, updatedAt: at }
  // before the entry ends, which deletes the client address that the email is counted by
  await requestOfferMail(
    tx,
    { ...next, state: unansweredOffers >= maxUnanswered ? 'expired' : 'waiting' },
    'waitlist_offer_expired',
    at,
  )
  await endOffer(tx, entry, 'unanswered', at)
  if (unansweredOffers >= maxUnanswered) await writeExpired(tx, { ...next, offer: null }, at)
  else await waitlistQueries.updateWaitlistEntry(tx, { ...next, state: 'waiting' })
}

/**
 * The salon takes back the time that a locked entry was offered, or has closed since: the entry waits
 * for another one, and the offer does not count as unanswered.
 */
export async function writeWithdrawnOffer(tx: Tx, entry: WaitlistEntry, at: Date): Promise<void> {
  const next: WaitlistEntry = { ...entry, state: 'waiting', updatedAt: at }
  await endOffer(tx, entry, 'withdrawn', at)
  await Promise.all([
    waitlistQueries.updateWaitlistEntry(tx, next),
    dequeueWaitlistJobs(tx, { entryId: null, offerId: entry.offer?.id ?? null }),
    requestOfferMail(tx, next, 'waitlist_offer_expired', at),
  ])
}

/**
 * Requests an e-mail about an offer, once for each kind (D30). It is counted by the address of the guest who
 * has joined, as the emails of a guest's booking are.
 */
export async function requestOfferMail(
  tx: Tx,
  entry: WaitlistEntry,
  kind: 'waitlist_offer' | 'waitlist_offer_expired',
  now: Date,
): Promise<void> {
  const [guest] = await waitlistQueries.findGuestAddress(tx, entry.id)
  const [counted] = guest
    ? await mailCountQueries.findMailHash(tx, clientKey(guest.clientAddress))
    : []
  await mailQueries.requestMail(tx, {
    kind,
    to: entry.contact.email,
    language: entry.language,
    payload: { ...entry, ...counted },
    cause: `${kind}:${entry.offer?.id}`,
    now,
  })
}
