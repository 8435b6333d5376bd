import { savedCardQueries, type Tx } from '@silla/db'
import type { Moment } from '../../clock.ts'
import type { Booking } from '../../model/booking.ts'
import type { Payment } from '../../model/payment.ts'
import type { SavedCardDetails } from '../../ports/processor.ts'
import type { LockedPayment } from '../locked-payment.ts'
import type { PaymentObservation } from '../observation.ts'
import { requestCheck } from './request-card-check.ts'
import {
  expiresBefore,
  requestDetach,
  requestDetachOther,
  requestRetirement,
} from './settle-card.ts'

/**
 * Settles the card that was saved by paying a deposit (D47), with its payment. It is kept when the money
 * counts for the visit and it is valid until then; otherwise it is detached. An event only names the card:
 * the worker then reads the payment.
 */
export async function settlePaidCard(
  tx: Tx,
  before: LockedPayment,
  now: LockedPayment,
  { items, moment }: { items: readonly PaymentObservation[]; moment: Moment },
): Promise<void> {
  const { payment, booking } = now
  if (payment.cardId === null || booking === null || payment.facts.receivedCents === 0) return
  const details = savedDetails(items)
  if (details) {
    await settle(tx, { payment, booking, cardId: payment.cardId }, { ...details, moment })
    return
  }
  const hasJustArrived = before.payment.facts.receivedCents === 0
  if (hasJustArrived) await requestCheck(tx, payment.cardId)
}

function savedDetails(
  items: readonly PaymentObservation[],
): { details: SavedCardDetails; customerRef: string } | null {
  for (const item of items)
    if (item.kind === 'intent' && item.intent.card)
      return { details: item.intent.card, customerRef: item.intent.customerRef }
  return null
}

async function settle(
  tx: Tx,
  { payment, booking, cardId }: { payment: Payment; booking: Booking; cardId: number },
  {
    details,
    customerRef,
    moment,
  }: { details: SavedCardDetails; customerRef: string; moment: Moment },
): Promise<void> {
  const [card] = await savedCardQueries.lockCard(tx, cardId)
  if (!card || card.cardRef === details.cardRef) return
  // it was paid twice, and this is the card of the payment that does not count
  if (card.cardRef !== null) {
    await requestDetachOther(tx, cardId, details.cardRef)
    return
  }
  const isAwaited = card.state === 'pending'
  const isOfUse = isAwaited && payment.applied && !expiresBefore(details, booking)
  await savedCardQueries.updateCard(tx, {
    ...card,
    // of a customer who was erased nothing more is stored
    ...(isAwaited ? details : { cardRef: details.cardRef }),
    ...{ customerRef, state: isOfUse ? 'saved' : 'retired', at: moment.realTime },
  })
  if (isOfUse) await requestRetirement(tx, cardId, booking)
  else await requestDetach(tx, cardId)
}
