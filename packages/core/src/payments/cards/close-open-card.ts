import { bookingQueries, savedCardQueries } from '@silla/db'
import type { Processors } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { refreshCard } from './refresh-card.ts'

/**
 * Ends the saving of the card of a booking that is about to expire: one that was saved first counts.
 * Call it outside transactions.
 *
 * @throws ProcessorError: without the processor's response it is unknown whether the card was saved, so
 *   the booking must not expire
 */
export async function closeOpenCard(
  context: TenantContext,
  processors: Processors,
  bookingId: number,
): Promise<void> {
  const { db } = context.tenant
  const [card] = await db.transaction((tx) => savedCardQueries.findCardOfBooking(tx, bookingId))
  if (card?.state !== 'pending') return
  if (card.setupRef !== null) {
    await refreshCard(context, processors, { ...card, setupRef: card.setupRef }, { end: true })
    return
  }
  // the browser never got what it needs to save a card, or did not pay the deposit
  const at = context.realClock.now()
  await db.transaction(async (tx) => {
    const [booking] = await bookingQueries.lockBooking(tx, bookingId)
    const [current] = await savedCardQueries.lockCard(tx, card.id)
    // the deposit has arrived, and its card is read from the processor
    if (booking?.state !== 'pending' || current?.state !== 'pending') return
    await savedCardQueries.updateCard(tx, { ...current, state: 'expired', at })
  })
}
