import { paymentQueries, savedCardQueries, type Tx } from '@silla/db'
import { fail } from '@silla/errors'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Booking } from '../../model/booking.ts'
import { isChargeable } from '../../model/online-amounts.ts'
import { paysForVisit } from '../../model/payment-summary.ts'
import type { FeeReason, Guarantee, SavedCard } from '../../model/saved-card.ts'
import { chargeableUntil, freeUntil } from '../cards/card-terms.ts'
import { lockPayment } from '../locked-payment.ts'
import { refundableCents } from '../request-refund.ts'

/** The card of a booking, and the most that may be charged to it now, in cents. */
export interface FeeLimit {
  card: SavedCard
  mostCents: number
}

/**
 * What may be charged to the card of a booking: what the customer has agreed to, less what is kept of
 * what they paid online (D51). The booking has to be locked.
 *
 * @throws FEE_NOT_ALLOWED: the visit was not missed or cancelled late, or nothing is left to charge;
 *   FEE_WINDOW_CLOSED, CARD_NOT_SAVED
 */
export async function feeLimit(
  tx: Tx,
  catalog: Catalog,
  booking: Booking,
  { reason, account, now }: { reason: FeeReason; account: string; now: Date },
): Promise<FeeLimit> {
  if (!isReason(booking, reason)) fail('FEE_NOT_ALLOWED')
  if (now > chargeableUntil(booking)) fail('FEE_WINDOW_CLOSED')
  const [card] = await savedCardQueries.findCardOfBooking(tx, booking.id)
  // the card is on the account on which it was saved
  if (card?.state !== 'saved' || card.account !== account) fail('CARD_NOT_SAVED')
  const [consent] = await savedCardQueries.findConsent(tx, card.id)
  if (!consent) fail('CARD_NOT_SAVED')
  const agreedCents = reason === 'no_show' ? consent.noShowCents : consent.lateCancelCents
  const mostCents = agreedCents - (await retainedOnlineCents(tx, catalog, booking))
  if (!isChargeable(mostCents, booking.currency)) fail('FEE_NOT_ALLOWED')
  return { card, mostCents }
}

function isReason(booking: Booking, reason: FeeReason): boolean {
  const { guarantee, state, cancellation } = booking
  if (guarantee === null) return false
  if (reason === 'no_show') return state === 'no_show'
  return (
    state === 'cancelled' &&
    cancellation?.by === 'customer' &&
    isLate(booking, guarantee, cancellation.at)
  )
}

/** Whether a cancellation at this time is late, by the deadline that held when it was booked. */
export const isLate = (
  booking: Pick<Booking, 'startsAt'>,
  guarantee: Guarantee,
  at: Date,
): boolean => at > freeUntil(booking, guarantee)

async function retainedOnlineCents(tx: Tx, catalog: Catalog, { id }: Booking): Promise<number> {
  const payments = await paymentQueries.listPaymentsByReference(tx, {
    kind: 'booking',
    bookingId: id,
  })
  let cents = 0
  for (const payment of payments.filter(paysForVisit)) {
    const locked = await lockPayment(tx, catalog, payment.id)
    if (locked) cents += refundableCents(locked)
  }
  return cents
}
