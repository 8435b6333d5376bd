import { paymentQueries, savedCardQueries } from '@silla/db'
import { isGoneError, type Processors } from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { refreshPayment } from '../refresh-payment.ts'
import { refreshCard } from './refresh-card.ts'

/**
 * An event was about this card, or about the deposit with which it is saved: its state is read from the
 * processor.
 *
 * @throws ProcessorError
 */
export async function checkCard(
  context: TenantContext,
  processors: Processors,
  cardId: number,
): Promise<void> {
  const [card] = await context.tenant.db.transaction((tx) => savedCardQueries.findCard(tx, cardId))
  if (!card) return
  if (card.setupRef === null) {
    await checkPaidCard(context, processors, card)
    return
  }
  if (card.state !== 'pending') return
  await refreshCard(context, processors, { ...card, setupRef: card.setupRef }, { end: false })
}

/** Each payment that was made with it may have saved a card, of which one counts (D47). */
async function checkPaidCard(
  context: TenantContext,
  processors: Processors,
  { id, bookingId }: savedCardQueries.SavedCardRow,
): Promise<void> {
  const { db } = context.tenant
  const payments = await db.transaction((tx) =>
    paymentQueries.listPaymentsByReference(tx, { kind: 'booking', bookingId }),
  )
  for (const { intentRef, ...payment } of payments) {
    const hasSaved = payment.cardId === id && payment.receivedCents > 0
    if (!hasSaved || intentRef === null) continue
    await refreshPayment(context, processors, { ...payment, intentRef }).catch((error) => {
      // nothing is left there to charge or to detach
      if (!isGoneError(error)) throw error
    })
  }
}
