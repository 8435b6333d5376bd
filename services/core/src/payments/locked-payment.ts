import type { Tx } from '@silla/db'
import type { Booking } from '../bookings/booking.ts'
import type { Catalog, Language, Translated } from '../catalog/catalog.ts'
import type { Order } from '../shop/order.ts'
import type { Dispute, Payment, Refund } from './payment.ts'

/** A payment with all that its next step depends on, locked until the transaction ends. */
export interface LockedPayment {
  payment: Payment
  /** What it is for; both null for a points package. */
  booking: Booking | null
  order: Order | null
  packageName: Translated
  customer: { name: string; email: string; language: Language }
  refunds: Refund[]
  disputes: Dispute[]
}

/** Locks what is paid for, then the payment: whoever settles, cancels and refunds does it in this order (D22). Null: no such payment. */
export async function lockPayment(_tx: Tx, _catalog: Catalog, _paymentId: number): Promise<LockedPayment | null> {
  throw new Error('being written')
}
