import { bookingQueries, jobQueries, paymentQueries } from '@silla/db'
import { autoRefund } from '../payments/auto-refund.ts'
import { closeOpenPayments } from '../payments/close-open-payments.ts'
import type { Processors } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { readBooking } from './read-booking.ts'
import { writeTransition } from './write-transition.ts'

/** A payment that is under way when its booking should lapse is looked at again after so long. */
const againMinutes = 5

/**
 * Lets go of a booking that nobody paid or confirmed in time (D14); one that was, or has more time
 * now, stays as it is. The processor ends what could still pay for it first: money that was faster
 * keeps the booking, and a payment under way keeps it waiting. What was paid before the salon let
 * it lapse goes back.
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
  const of = { bookingId, orderId: null, packageId: null }
  await closeOpenPayments(context, processors, of)

  const catalog = await tenant.catalog()
  await tenant.db.transaction(async (tx) => {
    const [row] = await bookingQueries.lockBooking(tx, bookingId)
    if (!row || !isDue(row)) return
    const at = clock.now()
    const payments = await paymentQueries.listPaymentsByReference(tx, of)
    if (payments.some(({ isOpen }) => isOpen)) {
      const runAt = new Date(at.getTime() + againMinutes * 60_000)
      await jobQueries.enqueue(tx, { task: 'expire-booking', payload: { bookingId }, runAt })
      return
    }
    await autoRefund(tx, catalog, bookingId, at)
    await writeTransition(tx, readBooking(row, catalog), {
      to: 'cancelled',
      by: 'system',
      reason: null,
      at,
      mail: 'expired',
    })
  })
}
