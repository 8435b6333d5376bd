import { bookingQueries, paymentQueries, savedCardQueries } from '@silla/db'
import type { Processors } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { refreshCard } from './refresh-card.ts'

/**
 * Ends the saving of the card of a booking that is about to expire, or does not wait for a card any more.
 * One that was saved first counts if its booking still waits for it; otherwise it is detached. Call it
 * outside transactions.
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
    if (!booking || current?.state !== 'pending') return
    const payments = await paymentQueries.listPaymentsByReference(tx, {
      kind: 'booking',
      bookingId,
    })
    const isCancelled = booking.state === 'cancelled'
    // a deposit that has arrived, or still counts when it does, saves its card
    const isAwaited = payments.some(
      ({ cardId, receivedCents, isOpen }) =>
        cardId === current.id && (receivedCents > 0 || (isOpen && !isCancelled)),
    )
    if (!isAwaited) await savedCardQueries.updateCard(tx, { ...current, state: 'expired', at })
  })
}
