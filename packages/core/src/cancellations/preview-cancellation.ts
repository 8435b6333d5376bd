import {
  bookingQueries,
  disputeQueries,
  paymentQueries,
  refundQueries,
  savedCardQueries,
} from '@silla/db'
import { fail } from '@silla/errors'
import { ownProfessionalId } from '../access/own-agenda.ts'
import { accessLevel, canAccess } from '../bookings/booking-access.ts'
import {
  cancelableUntil,
  cancellationRefusal,
  refundPercent,
} from '../bookings/cancellation-rules.ts'
import { readBooking } from '../bookings/read-booking.ts'
import type { CancellationPreview } from '../model/booking.ts'
import { paysForVisit } from '../model/payment-summary.ts'
import { cancellationOf } from '../payments/auto-refund.ts'
import { possibleFeeCents } from '../payments/fees/possible-fee.ts'
import { readPayment } from '../payments/read-payment.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * What cancelling a booking would return to its customer now, by the rules that `cancelBooking`
 * applies (D38). Nothing is changed. One round trip, and another one for a booking with payments.
 *
 * @param input.code proof of possession; with a code the caller is a guest
 */
export async function previewCancellation(
  context: RequestContext,
  { bookingId, code }: { bookingId: number; code: string | null },
): Promise<CancellationPreview> {
  const byBusiness = accessLevel(context, code, 'bookings.manage') === 'business'
  const catalog = await context.tenant.catalog()
  const { db } = context.tenant
  const [[row], payments, [card]] = await db.batch((tx) => [
    bookingQueries.findBookingById(tx, bookingId, ownProfessionalId(context)),
    paymentQueries.listPaymentsByReference(tx, { kind: 'booking', bookingId }),
    savedCardQueries.findCardOfBooking(tx, bookingId),
  ])
  if (!row || !canAccess(context, code, row)) fail('BOOKING_NOT_FOUND')
  const booking = readBooking(row, catalog)
  const now = context.clock.now()
  const refusal = cancellationRefusal(booking, catalog, now, byBusiness)
  const preview = { refusal, cancelableUntil: cancelableUntil(booking, catalog) }
  if (refusal) return { ...preview, refundCents: 0, pointsReturned: 0, possibleFeeCents: 0 }

  const percent = refundPercent(booking, catalog, now, byBusiness)
  const amounts = await Promise.all(
    payments.filter(paysForVisit).map(async (payment) => {
      const [refunds, disputes] = await db.batch((tx) => [
        refundQueries.listRefunds(tx, payment.id),
        disputeQueries.listDisputes(tx, payment.id),
      ])
      return cancellationOf({ payment: readPayment(payment), refunds, disputes }, percent)
    }),
  )
  const sumOf = (name: 'refundCents' | 'retainedCents') =>
    amounts.reduce((sum, { [name]: cents }) => sum + cents, 0)
  return {
    ...preview,
    refundCents: sumOf('refundCents'),
    possibleFeeCents:
      byBusiness || card === undefined
        ? 0
        : possibleFeeCents(booking, { retainedCents: sumOf('retainedCents'), now }),
    pointsReturned: booking.pointsUsed,
  }
}
