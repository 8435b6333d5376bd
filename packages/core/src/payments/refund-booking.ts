import { randomUUID } from 'node:crypto'
import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { allow } from '../access/allow.ts'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { viewOf } from '../bookings/booking-view.ts'
import { internalNote } from '../bookings/internal-note.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { momentOf } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { BookingDetail } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import { lockPayment } from './locked-payment.ts'
import { hasOpenDispute } from './payment-state.ts'
import { refundableCents, requestRefund } from './request-refund.ts'

/**
 * Refunds a booking on behalf of the salon, in any state (D14). The refund is recorded here and
 * sent by the worker (D24); the booking does not change.
 *
 * @param input.amountCents null: all that was paid and is not refunded yet
 */
export async function refundBooking(
  context: RequestContext,
  input: { bookingId: number; amountCents: number | null },
): Promise<BookingDetail> {
  allow(context, 'till.void')
  if (input.amountCents !== null && input.amountCents <= 0) fail('INVALID_AMOUNT')
  const catalog = await context.tenant.catalog()
  const booking = await context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedBooking, async () => {
      const [row] = await bookingQueries.lockBooking(
        tx,
        input.bookingId,
        ownProfessionalId(context),
      )
      if (!row) fail('BOOKING_NOT_FOUND')
      const { payment } = readBooking(row, catalog)
      const paid = payment && (await lockPayment(tx, catalog, payment.paymentId))
      const left = paid ? refundableCents(paid) : 0
      if (!paid || left <= 0) fail('NOTHING_TO_REFUND')
      if (hasOpenDispute(paid)) fail('PAYMENT_DISPUTED')
      if (input.amountCents !== null && input.amountCents > left) fail('INVALID_AMOUNT')
      await requestRefund(tx, paid, {
        reason: 'business',
        amountCents: input.amountCents,
        cause: `business:${randomUUID()}`,
        moment: momentOf(context),
      })
      const [refunded] = await bookingQueries.findBookingById(tx, input.bookingId)
      return readBooking(refunded ?? row, catalog)
    }),
  )
  return viewOf(context, catalog, booking, true, await internalNote(context, booking))
}
