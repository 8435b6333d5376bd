import { savedCardQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Booking } from '../../model/booking.ts'
import type { CardAcceptance, CardTerms } from '../../model/saved-card.ts'
import { cardPolicy } from './card-terms.ts'
import { requestDetach } from './settle-card.ts'

/**
 * The card that a customer leaves with a booking, which has to be locked, with what they agree to (D50).
 * A repeated request continues with the same card.
 *
 * @throws POLICY_CHANGED: they have not read these terms
 */
export async function openCard(
  tx: Tx,
  { id: bookingId, customerId }: Pick<Booking, 'id' | 'customerId'>,
  {
    terms,
    acceptance,
    account,
    now,
  }: { terms: CardTerms; acceptance: CardAcceptance; account: string; now: Date },
): Promise<savedCardQueries.SavedCardRow> {
  const { version, body, language } = cardPolicy(terms, acceptance)
  if (acceptance.version !== version) fail('POLICY_CHANGED')
  const card = await findOrInsertCard(tx, {
    ...{ bookingId, customerId, account },
    ...{ processorKey: crypto.randomUUID(), createdAt: now },
  })
  await savedCardQueries.upsertConsent(tx, {
    cardId: card.id,
    ...{ version, body, language, currency: terms.currency },
    ...{ noShowCents: terms.noShowCents, lateCancelCents: terms.lateCancelCents },
    ...{ acceptedAt: now, address: acceptance.clientAddress },
  })
  return card
}

/** The booking is locked, so that nobody else inserts one. */
async function findOrInsertCard(
  tx: Tx,
  wanted: Parameters<typeof savedCardQueries.insertCard>[1],
): Promise<savedCardQueries.SavedCardRow> {
  const [found] = await savedCardQueries.findCardOfBooking(tx, wanted.bookingId)
  // the salon has another account by now, which cannot charge the card of this one
  const isUsable = found?.account === wanted.account
  if (found && isUsable) return found
  if (found) {
    await savedCardQueries.updateCard(tx, { ...found, state: 'expired', at: wanted.createdAt })
    // nobody reads its setup any more, with which a browser could still save it
    await requestDetach(tx, found.id)
  }
  const [inserted] = await savedCardQueries.insertCard(tx, wanted)
  const [card] = inserted ? await savedCardQueries.findCard(tx, inserted.id) : []
  if (!card) throw new Error('a card was neither found nor inserted')
  return card
}
