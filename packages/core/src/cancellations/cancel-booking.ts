import { bookingQueries } from '@silla/db'
import { fail } from '@silla/errors'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import { cancellationRefusal, refundPercent } from '../bookings/cancellation-rules.ts'
import { awaitsPayment, requestOwnerMail } from '../bookings/owner-mail.ts'
import { readBooking } from '../bookings/read-booking.ts'
import { writeTransition } from '../bookings/write-transition.ts'
import { momentOf } from '../clock.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { CancelledBooking } from '../model/booking.ts'
import { autoRefund } from '../payments/auto-refund.ts'
import type { RequestContext } from '../request-context.ts'
import { storedCancellation } from '../stored-json.ts'

/**
 * Cancels a booking that has not begun, frees its time and restores the points that paid for it
 * (api.md transitions, D9, D17). A refund is recorded here and sent by the worker (D24).
 *
 * @param input.code proof of possession; with a code the caller is a guest, even with the secret
 *   key
 * @param input.reason shown with the booking; the salon's is also in the customer's e-mail
 * @param input.note for the salon's staff only
 * @throws INSUFFICIENT_SCOPE for a note of anybody but the salon; AUTHENTICATION_REQUIRED without
 *   any proof; BOOKING_NOT_FOUND, also for a wrong one; CANNOT_CANCEL;
 *   CANCELLATION_DEADLINE_PASSED; IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS
 */
export async function cancelBooking(
  context: RequestContext,
  input: {
    bookingId: number
    code: string | null
    reason: string | null
    note: string | null
  },
): Promise<CancelledBooking> {
  const byBusiness = accessLevel(context, input.code) === 'business'
  if (input.note !== null && !byBusiness) fail('INSUFFICIENT_SCOPE')
  const catalog = await context.tenant.catalog()

  return context.tenant.db.transaction((tx) =>
    withIdempotency(context, tx, storedCancellation, async () => {
      const [row] = await bookingQueries.lockBooking(tx, input.bookingId)
      if (!row || !canAccess(context, input.code, row)) fail('BOOKING_NOT_FOUND')
      const booking = readBooking(row, catalog)
      const at = context.clock.now()
      const refusal = cancellationRefusal(booking, catalog, at, byBusiness)
      if (refusal) fail(refusal)

      const refund = await autoRefund(tx, catalog, booking.id, {
        percent: refundPercent(booking, catalog, at, byBusiness),
        moment: momentOf(context),
      })
      const by = byBusiness ? 'business' : 'customer'
      const cancelled = await writeTransition(tx, booking, {
        to: 'cancelled',
        by,
        reason: input.reason,
        note: input.note,
        at,
        mail: 'cancelled',
      })
      if (!byBusiness && !awaitsPayment(booking))
        await requestOwnerMail(tx, catalog, { news: 'cancelled', booking: cancelled, now: at })
      return { booking: cancelled, refund }
    }),
  )
}
