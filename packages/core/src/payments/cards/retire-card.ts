import { bookingQueries, feeQueries, savedCardQueries, type Tx } from '@silla/db'
import { momentOf } from '../../clock.ts'
import type { Booking } from '../../model/booking.ts'
import { isGoneError, type Processors, timeBudget } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { chargeableUntil } from './card-terms.ts'
import { requestDetach, requestRetirement } from './settle-card.ts'

/**
 * Gives up the card of a booking when no fee may be charged to it any more (D50). One whose visit was
 * moved meanwhile, or whose fee is not decided, is kept until then.
 */
export async function retireCard(context: TenantContext, cardId: number): Promise<void> {
  await context.tenant.db.transaction(async (tx) => {
    const [found] = await savedCardQueries.findCard(tx, cardId)
    const [booking] = found ? await bookingQueries.lockBooking(tx, found.bookingId) : []
    if (!found || !booking) return
    const [fee] = await feeQueries.findFeeOfBooking(tx, found.bookingId)
    const isOver = chargeableUntil(booking) <= momentOf(context).tenantTime
    const isUndecided = fee?.state === 'requested' || fee?.state === 'action'
    if (isOver && !isUndecided) await giveUpCard(tx, cardId, context.realClock.now())
    // the end of the fee gives it up
    else if (!isOver) await requestRetirement(tx, cardId, booking)
  })
}

/** A fee has ended, which may have kept the card longer than its time. */
export const requestRetirementAfterFee = async (
  tx: Tx,
  cardId: number,
  booking: Pick<Booking, 'startsAt'> | null,
): Promise<void> => {
  if (booking) await requestRetirement(tx, cardId, booking)
}

/** A visit has moved, and with it the time until which a fee may be charged to its card (D51). */
export async function requestRetirementOfBooking(
  tx: Tx,
  booking: Pick<Booking, 'id' | 'startsAt'>,
): Promise<void> {
  const [card] = await savedCardQueries.findCardOfBooking(tx, booking.id)
  if (card?.state === 'saved') await requestRetirement(tx, card.id, booking)
}

/** The card is not charged any more, and detached at the processor. */
export async function giveUpCard(tx: Tx, cardId: number, at: Date): Promise<void> {
  const [card] = await savedCardQueries.lockCard(tx, cardId)
  if (card?.state !== 'saved' && card?.state !== 'pending') return
  await savedCardQueries.updateCard(tx, { ...card, state: 'retired', at })
  await requestDetach(tx, cardId)
}

/**
 * Detaches a card at the processor, or ends its saving; one that is gone there is done.
 *
 * @param otherRef the card to detach, when it is not the one that counts (D47)
 * @throws ProcessorError
 */
export async function detachCard(
  context: TenantContext,
  processors: Processors,
  { cardId, otherRef }: { cardId: number; otherRef: string | null },
): Promise<void> {
  const [card] = await context.tenant.db.transaction((tx) => savedCardQueries.findCard(tx, cardId))
  if (!card) return
  const { account, setupRef } = card
  const processor = await processorByAccount(context, processors, account)
  const budget = timeBudget()
  try {
    // it may have been saved since: the processor says which card that was
    const setup =
      setupRef === null ? null : await processor.cancelSetup({ account, setupRef, budget })
    const cardRef = otherRef ?? setup?.card?.cardRef ?? card.cardRef
    if (cardRef !== null) await processor.detachCard({ account, cardRef, budget })
  } catch (error) {
    if (!isGoneError(error)) throw error
  }
}
