import {
  bookingChangeQueries,
  bookingQueries,
  jobQueries,
  savedCardQueries,
  type Tx,
} from '@silla/db'
import { confirmationDeadline } from '../../bookings/initial-state.ts'
import { requestOwnerMail } from '../../bookings/owner-mail.ts'
import { readBooking } from '../../bookings/read-booking.ts'
import { writeTransition } from '../../bookings/write-transition.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Moment } from '../../clock.ts'
import type { Booking } from '../../model/booking.ts'
import type { SavedCard } from '../../model/saved-card.ts'
import type { CardSetup } from '../../ports/processor.ts'
import { chargeableUntil } from './card-terms.ts'

/**
 * The only transition of a card that is being saved (D50): confirming, events and expiry all end here.
 * A card that is saved confirms its booking, or has it wait for the salon. When the booking was
 * cancelled meanwhile, or the card ends before the visit, the card is detached.
 *
 * @param setup null: the processor does not know it
 * @returns the card afterwards
 */
export async function settleCard(
  tx: Tx,
  catalog: Catalog,
  { id, bookingId }: Pick<SavedCard, 'id' | 'bookingId'>,
  { setup, moment }: { setup: CardSetup | null; moment: Moment },
): Promise<SavedCard> {
  const [row] = await bookingQueries.lockBooking(tx, bookingId)
  const [card] = await savedCardQueries.lockCard(tx, id)
  if (!row || !card) throw new Error(`there is no card ${id}`)
  if (card.state !== 'pending') return card
  const booking = readBooking(row, catalog)
  const after = afterSetup(card, booking, setup)
  if (after === card) return card
  await savedCardQueries.updateCard(tx, { ...after, at: moment.realTime })
  if (after.state === 'retired') await requestDetach(tx, after.id)
  if (after.state === 'saved') {
    await secureBooking(tx, catalog, booking, moment.tenantTime)
    await requestRetirement(tx, after.id, booking)
  }
  return after
}

/** The same card when nothing has changed. */
function afterSetup(
  card: savedCardQueries.SavedCardRow,
  booking: Booking,
  setup: CardSetup | null,
): savedCardQueries.SavedCardRow {
  if (setup === null || setup.status === 'cancelled') return { ...card, state: 'expired' }
  const failureMessage = setup.failure?.message ?? ''
  if (setup.card === null)
    return failureMessage === card.failureMessage ? card : { ...card, failureMessage }
  const { customerRef } = setup
  const saved = { ...card, ...setup.card, customerRef, failureMessage: '' }
  const isOfUse = booking.state === 'pending' && !expiresBefore(saved, booking)
  return { ...saved, state: isOfUse ? 'saved' : 'retired' }
}

/** Whether a card is not valid any more on the day of the visit. */
export const expiresBefore = (
  { expiresOn }: Pick<SavedCard, 'expiresOn'>,
  { startsAt }: Pick<Booking, 'startsAt'>,
): boolean => expiresOn !== null && expiresOn < startsAt.toISOString().slice(0, 10)

async function secureBooking(tx: Tx, catalog: Catalog, booking: Booking, at: Date): Promise<void> {
  const waitsForSalon = catalog.settings.confirmsByHand
  const secured: Booking = {
    ...booking,
    paymentRequired: false,
    expiresAt: waitsForSalon ? confirmationDeadline(at, booking.startsAt) : booking.expiresAt,
    version: booking.version + 1,
    updatedAt: at,
  }
  await bookingChangeQueries.updateBookingSecured(tx, { ...secured, at })
  if (!waitsForSalon) {
    const confirmed = await writeTransition(tx, secured, {
      ...{ to: 'confirmed', by: 'system', reason: null, at, mail: 'confirmed' },
    })
    await requestOwnerMail(tx, catalog, { news: 'created', booking: confirmed, now: at })
    return
  }
  if (secured.expiresAt)
    await jobQueries.enqueue(tx, {
      task: 'expire-booking',
      payload: { bookingId: booking.id },
      dueAt: secured.expiresAt,
      key: `expire:${booking.id}`,
    })
  await requestOwnerMail(tx, catalog, { news: 'created', booking: secured, now: at })
}

/** A job, because the processor is called after the transaction has committed. */
export const requestDetach = (tx: Tx, cardId: number) =>
  jobQueries.enqueue(tx, {
    task: 'detach-card',
    payload: { cardId },
    key: `detach-card:${cardId}`,
  })

/** The same for a card that was saved in addition to the one that counts (D47). */
export const requestDetachOther = (tx: Tx, cardId: number, cardRef: string) =>
  jobQueries.enqueue(tx, {
    task: 'detach-other-card',
    payload: { cardId, cardRef },
    key: `detach-other-card:${cardRef}`,
  })

/** The card is given up when no fee may be charged any more. */
export const requestRetirement = (tx: Tx, cardId: number, booking: Pick<Booking, 'startsAt'>) =>
  jobQueries.enqueue(tx, {
    task: 'retire-card',
    payload: { cardId },
    dueAt: chargeableUntil(booking),
    key: `retire-card:${cardId}`,
  })
