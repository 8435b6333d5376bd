import { disputeQueries, paymentQueries, refundQueries, type Tx } from '@silla/db'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog, Language, Translated } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { Dispute, Payment, Refund } from '../model/payment.ts'
import { readPayment } from './read-payment.ts'

/** A payment with everything that its next state depends on, locked until the transaction ends. */
export interface LockedPayment {
  payment: Payment
  /** What it pays for; both null for a points package. */
  booking: Booking | null
  order: Order | null
  packageName: Translated
  customer: { name: string; email: string; language: Language }
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

/**
 * Locks the booking or order, then the payment. Settling, cancelling and refunding all lock in this
 * order (D22); points are locked after them. One round trip.
 *
 * @returns null when there is no such payment
 */
export async function lockPayment(
  tx: Tx,
  catalog: Catalog,
  paymentId: number,
): Promise<LockedPayment | null> {
  const [, , [row], [bookingRow], [orderRow], refunds, disputes] = await Promise.all([
    paymentQueries.lockPaidBooking(tx, paymentId),
    paymentQueries.lockPaidOrder(tx, paymentId),
    paymentQueries.lockPayment(tx, paymentId),
    paymentQueries.findPaidBooking(tx, paymentId),
    paymentQueries.findPaidOrder(tx, paymentId),
    refundQueries.listRefunds(tx, paymentId),
    disputeQueries.listDisputes(tx, paymentId),
  ])
  if (!row) return null
  const booking = bookingRow ? readBooking(bookingRow, catalog) : null
  const order = orderRow ? readOrder(orderRow) : null
  return {
    payment: readPayment(row),
    booking,
    order,
    packageName: row.packageName ?? {},
    customer: booking
      ? { ...booking.contact, language: booking.language }
      : { name: row.customerName, email: row.customerEmail, language: row.customerLanguage },
    refunds,
    disputes,
  }
}
