import type { bookingQueries } from '@silla/db'
import type { Catalog } from '../catalog/catalog.ts'
import type { Booking } from '../model/booking.ts'
import { readPaymentSummary } from '../model/payment-summary.ts'

/** Adds the salon's zone, and groups what the row holds of a cancellation and of the payment. */
export const readBooking = (
  { cancelledAt, cancelledBy, cancelReason, payment, ...row }: bookingQueries.BookingRow,
  catalog: Catalog,
): Booking => ({
  ...row,
  timezone: catalog.settings.timezone,
  payment: readPaymentSummary(payment),
  cancellation:
    cancelledAt && cancelledBy ? { at: cancelledAt, by: cancelledBy, reason: cancelReason } : null,
})
