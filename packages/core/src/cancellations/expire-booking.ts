import { bookingQueries, jobQueries, paymentQueries } from '@silla/db'
import { awaitsPayment, requestOwnerMail } from '../bookings/owner-mail.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { writeTransition } from '../bookings/write-transition.ts'
import { momentOf } from '../clock.ts'
import { autoRefund } from '../payments/auto-refund.ts'
import { closeOpenCard } from '../payments/cards/close-open-card.ts'
import { closeOpenPayments } from '../payments/close-open-payments.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/** While a payment is in progress, expiry is tried again after this time. */
const retryMinutes = 5

/**
 * Cancels a booking that was not paid or confirmed in time (D14). One that was, or that has a later
 * deadline by now, is left unchanged. Open payments are cancelled at the processor first: if one
 * succeeded, the booking is kept; while one is in progress, expiry is postponed. What was paid for
 * a booking that the salon did not confirm is refunded.
 *
 * @throws ProcessorError
 */
export async function expireBooking(
  context: TenantContext,
  processors: Processors,
  bookingId: number,
): Promise<void> {
  const { tenant, clock } = context
  const isDue = (row: bookingQueries.BookingRow | undefined) =>
    row?.state === 'pending' && row.expiresAt !== null && row.expiresAt <= clock.now()
  const [found] = await tenant.db.transaction((tx) => bookingQueries.findBookingById(tx, bookingId))
  if (!isDue(found)) return
  const of = { kind: 'booking', bookingId } as const
  await closeOpenPayments(context, processors, of)
  await closeOpenCard(context, processors, bookingId)

  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    if (!row || !isDue(row)) return
    const at = clock.now()
    const payments = await paymentQueries.listPaymentsByReference(tx, of)
    if (payments.some(({ isOpen }) => isOpen)) {
      const runAt = new Date(context.realClock.now().getTime() + retryMinutes * 60_000)
      await jobQueries.enqueue(tx, { task: 'expire-booking', payload: { bookingId }, runAt })
      return
    }
    await autoRefund(tx, catalog, bookingId, { percent: 100, moment: momentOf(context) })
    const booking = readBooking(row, catalog)
    const expired = await writeTransition(tx, booking, {
      to: 'cancelled',
      by: 'system',
      reason: null,
      at,
      mail: 'expired',
    })
    if (!awaitsPayment(booking))
      await requestOwnerMail(tx, catalog, { news: 'cancelled', booking: expired, now: at })
  })
}
