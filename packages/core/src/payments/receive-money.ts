import {
  bookingChangeQueries,
  eventQueries,
  jobQueries,
  paymentQueries,
  shopQueries,
  type Tx,
} from '@silla/db'
import { confirmationDeadline } from '../bookings/initial-state.ts'
import { requestOwnerMail } from '../bookings/owner-mail.ts'
import { writeTransition } from '../bookings/write-transition.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Moment } from '../clock.ts'
import type { Booking } from '../model/booking.ts'
import type { Order } from '../model/order.ts'
import type { RefundReason } from '../model/payment.ts'
import { type BookingPayment, paysForVisit, withPayment } from '../model/payment-summary.ts'
import { requestOrderMail } from '../shop/order-mail.ts'
import { requestClosePayment } from './auto-refund.ts'
import type { LockedPayment } from './locked-payment.ts'
import { recordPaymentEvent } from './payment-event.ts'
import { awardForPayment } from './payment-points.ts'
import { isExpectedAmount } from './payment-state.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Applies money that has arrived: it pays its booking or order or, when that is cancelled or paid
 * already, is refunded in full (D14, D22). An unexpected amount or currency waits for a decision,
 * unless there is nothing left to pay.
 */
export async function receiveMoney(
  tx: Tx,
  catalog: Catalog,
  before: LockedPayment,
  now: LockedPayment,
  moment: Moment,
): Promise<LockedPayment> {
  if (now.payment.facts.receivedCents === before.payment.facts.receivedCents) return now
  if (!isExpectedAmount(now.payment)) {
    if (paysForVisit(now.payment) && isCancelled(now)) await refund(tx, now, 'late', moment)
    return now
  }
  const refundReason = reasonToRefund(now)
  const settled = {
    ...now,
    payment: { ...now.payment, settledAt: moment.realTime, applied: refundReason === null },
  }
  await recordPaymentEvent(tx, 'pago.completado', settled, {}, moment.realTime)
  if (refundReason === null) return applyPayment(tx, catalog, settled, moment)
  await refund(tx, settled, refundReason, moment)
  return settled
}

/** A fee is due although the visit was cancelled, or paid (D46). */
function reasonToRefund(locked: LockedPayment): RefundReason | null {
  if (!paysForVisit(locked.payment)) return null
  if (isCancelled(locked)) return 'late'
  const { payment, booking, order } = locked
  const paidBy = booking?.paymentId ?? order?.paymentId ?? null
  if (paidBy !== null && paidBy !== payment.id) return 'duplicate'
  return isTakenAtDesk(locked) ? 'duplicate' : null
}

/** Meanwhile the salon has taken so much itself that less is left than was paid (D54). */
const isTakenAtDesk = ({ payment, booking, order }: LockedPayment): boolean => {
  const paid = booking ?? order
  return (
    paid !== null && paid.takenCents > 0 && paid.totalCents - paid.takenCents < payment.amountCents
  )
}

/** A cancelled booking or order stays cancelled, whatever is paid for it. */
const isCancelled = ({ booking, order }: LockedPayment) =>
  booking?.state === 'cancelled' || order?.state === 'cancelled'

/** Once for each amount that arrives. */
const refund = (tx: Tx, locked: LockedPayment, reason: RefundReason, moment: Moment) => {
  const { id, facts } = locked.payment
  return requestRefund(tx, locked, {
    reason,
    amountCents: null,
    cause: `${reason}:${id}:${facts.receivedCents}`,
    moment,
  })
}

async function applyPayment(
  tx: Tx,
  catalog: Catalog,
  settled: LockedPayment,
  moment: Moment,
): Promise<LockedPayment> {
  if (!paysForVisit(settled.payment)) return settled
  const at = moment.tenantTime
  const { booking, order } = settled
  const pointsAwarded = await awardForPayment(tx, settled, at)
  const paid = { ...settled, payment: { ...settled.payment, pointsAwarded } }
  await closeOthers(tx, paid)
  if (booking) {
    const after = await markBookingPaid(tx, catalog, booking, paid, at)
    await refundExcess(tx, { ...paid, booking: after }, moment)
    return { ...paid, booking: after }
  }
  return order ? { ...paid, order: await markOrderPaid(tx, order, paid, at) } : paid
}

/**
 * A booking that was moved to somebody with a lower price while its payment was under way was paid
 * too much (D37).
 */
async function refundExcess(tx: Tx, paid: LockedPayment, moment: Moment): Promise<void> {
  const { payment, booking } = paid
  const excessCents = payment.amountCents - (booking?.totalCents ?? payment.amountCents)
  if (booking === null || excessCents <= 0) return
  await requestRefund(tx, paid, {
    reason: 'rescheduled',
    amountCents: excessCents,
    cause: `reschedule:${booking.id}:paid:${payment.id}`,
    moment,
  })
}

/** A paid booking or order must not be paid again with another intent that is still open. */
async function closeOthers(tx: Tx, { payment, booking, order }: LockedPayment): Promise<void> {
  if (booking === null && order === null) return
  const others = await paymentQueries.listOpenPayments(tx, payment.reference)
  await Promise.all(
    others.filter(({ id }) => id !== payment.id).map(({ id }) => requestClosePayment(tx, id)),
  )
}

/**
 * A booking that waited for its payment is confirmed, or waits for the salon's confirmation from
 * now on (D14). One that already waited for the salon alone keeps its deadline.
 */
async function markBookingPaid(
  tx: Tx,
  catalog: Catalog,
  booking: Booking,
  paid: LockedPayment,
  at: Date,
): Promise<Booking> {
  const isPending = booking.state === 'pending'
  const isForSalon = isPending && (catalog.settings.confirmsByHand || !booking.paymentRequired)
  const isNewDeadline = isForSalon && booking.paymentRequired
  const received = receivedPayment(paid)
  const after: Booking = {
    ...booking,
    paymentId: paid.payment.id,
    payment: {
      ...received,
      refund: null,
      rescheduleRefundCents: 0,
    },
    payments: withPayment(booking.payments, { ...received, refundedCents: 0 }),
    expiresAt: isNewDeadline ? confirmationDeadline(at, booking.startsAt) : booking.expiresAt,
    version: booking.version + 1,
    updatedAt: at,
  }
  await bookingChangeQueries.updateBookingPayment(tx, { ...after, paymentId: paid.payment.id, at })
  if (isPending && !isForSalon) {
    const confirmed = await writeTransition(tx, after, {
      to: 'confirmed',
      by: 'system',
      reason: null,
      at,
      mail: 'confirmed',
    })
    await requestOwnerMail(tx, catalog, { news: 'created', booking: confirmed, now: at })
    return confirmed
  }
  if (isNewDeadline && after.expiresAt) {
    await jobQueries.enqueue(tx, {
      task: 'expire-booking',
      payload: { bookingId: booking.id },
      dueAt: after.expiresAt,
      key: `expire:${booking.id}`,
    })
    await requestOwnerMail(tx, catalog, { news: 'created', booking: after, now: at })
  }
  return after
}

const receivedPayment = ({ payment }: LockedPayment): Omit<BookingPayment, 'refundedCents'> => ({
  paymentId: payment.id,
  ...{ purpose: payment.purpose, state: payment.state, amountCents: payment.amountCents },
})

/** What was handed over at the desk stays so: money that was taken there and given back may come online. */
async function markOrderPaid(tx: Tx, order: Order, paid: LockedPayment, at: Date): Promise<Order> {
  const after: Order = {
    ...order,
    state: order.state === 'delivered' ? 'delivered' : 'paid',
    paymentId: paid.payment.id,
    payment: {
      ...receivedPayment(paid),
      refund: null,
      rescheduleRefundCents: 0,
    },
    expiresAt: null,
    version: order.version + 1,
    updatedAt: at,
  }
  await Promise.all([
    shopQueries.updateOrderPaid(tx, { id: order.id, paymentId: paid.payment.id, at }),
    eventQueries.recordEvent(tx, { type: 'pedido.pagado', at, payload: after }),
    requestOrderMail(tx, after, 'paid', at),
  ])
  return after
}
