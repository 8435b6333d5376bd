import {
  bookingChangeQueries,
  bookingQueries,
  eventQueries,
  paymentQueries,
  shopQueries,
  type TillEntry,
  type Tx,
} from '@silla/db'
import type { Currency } from '@silla/money'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { bookingDueNowCents, bookingTillCents, orderTillCents } from '../model/due-now.ts'
import { type Order, readOrder } from '../model/order.ts'
import type { Reference } from '../model/payment.ts'
import type { TillReference } from '../model/till.ts'
import { requestClosePayment } from '../payments/auto-refund.ts'
import { movePoints } from '../points/booking-points.ts'
import type { RequestContext } from '../request-context.ts'

/** A booking or an order for which money is taken, locked until the transaction ends. */
export interface TillSubject {
  code: string
  customerId: number
  currency: Currency
  /** Whether money may be taken for it. */
  isOpen: boolean
  /** What can still be taken. */
  tillCents: number
  /**
   * Writes what follows from an entry that was inserted, or from its reversal.
   *
   * @returns what can still be taken then
   */
  change(entry: Pick<TillEntry, 'id' | 'amountCents'>, at: Date): Promise<number>
}

/**
 * Locks what money is taken for. Payments are locked after it, as everywhere (D22).
 *
 * @returns null: no such booking or order, or one that the member of staff takes no part in
 */
export function lockTillSubject(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  reference: TillReference,
): Promise<TillSubject | null> {
  return reference.kind === 'booking'
    ? lockBooking(context, tx, catalog, reference.bookingId)
    : lockOrder(context, tx, reference.orderId)
}

async function lockBooking(
  context: RequestContext,
  tx: Tx,
  catalog: Catalog,
  bookingId: number,
): Promise<TillSubject | null> {
  const [row] = await bookingQueries.lockBooking(tx, bookingId, ownProfessionalId(context))
  if (!row) return null
  const booking = readBooking(row, catalog)
  return {
    ...{ code: booking.code, customerId: booking.customerId, currency: booking.currency },
    isOpen: booking.state === 'confirmed' || booking.state === 'completed',
    tillCents: bookingTillCents(booking),
    async change({ amountCents }, at) {
      const after = {
        ...booking,
        takenCents: booking.takenCents + amountCents,
        version: booking.version + 1,
        updatedAt: at,
      }
      await bookingChangeQueries.touchBooking(tx, after)
      await closeOtherPayments(
        tx,
        { kind: 'booking', bookingId },
        bookingDueNowCents(after, catalog.settings),
      )
      return bookingTillCents(after)
    },
  }
}

async function lockOrder(
  context: RequestContext,
  tx: Tx,
  orderId: number,
): Promise<TillSubject | null> {
  const [row] = await shopQueries.lockOrder(tx, orderId)
  // an order is nobody's own
  if (!row || ownProfessionalId(context) !== null) return null
  const order = readOrder(row)
  return {
    ...{ code: order.code, customerId: order.customerId, currency: order.currency },
    isOpen: order.state !== 'cancelled' && order.state !== 'refunded',
    tillCents: orderTillCents(order),
    async change(entry, at) {
      const isHandedOver = order.state === 'pending' && entry.amountCents > 0
      const after: Order = {
        ...order,
        ...(isHandedOver && { state: 'delivered', expiresAt: null }),
        takenCents: order.takenCents + entry.amountCents,
        version: order.version + 1,
        updatedAt: at,
      }
      if (isHandedOver) {
        await shopQueries.updateOrderDelivered(tx, { id: orderId, at })
        await eventQueries.recordEvent(tx, { type: 'pedido.entregado', at, payload: after })
        await closeOtherPayments(tx, { kind: 'order', orderId }, 0)
      } else await shopQueries.touchOrder(tx, { id: orderId, at })
      await moveOrderPoints(tx, { before: order, after, entryId: entry.id, at })
      return orderTillCents(after)
    },
  }
}

/** What is being paid online while the salon takes the money itself is paid no more. */
async function closeOtherPayments(tx: Tx, reference: Reference, dueCents: number): Promise<void> {
  const payments = await paymentQueries.listOpenPayments(tx, reference)
  for (const { id, amountCents } of payments)
    if (amountCents !== dueCents) await requestClosePayment(tx, id)
}

/** An order awards its points when all of it is taken (D25), and loses them with a reversal. */
async function moveOrderPoints(
  tx: Tx,
  change: { before: Order; after: Order; entryId: number; at: Date },
): Promise<void> {
  const { before, after, entryId, at } = change
  const { id, code: orderCode, customerId, pointsEarned: points } = after
  const isTaken = (order: Order) => order.paymentId === null && order.takenCents >= order.totalCents
  if (points === 0 || isTaken(before) === isTaken(after)) return
  await movePoints(
    tx,
    isTaken(after)
      ? {
          ...{ customerId, kind: 'earned', points, bookingId: null, at },
          concept: { reason: 'order', orderCode },
          cause: `award-order:${id}:${entryId}`,
        }
      : {
          ...{ customerId, kind: 'reverted', points: -points, bookingId: null, at },
          concept: { reason: 'order_taken_back', orderCode, asked: points },
          cause: `take-back-order:${id}:${entryId}`,
        },
  )
}
