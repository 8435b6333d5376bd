import type { Catalog, CustomerRecords, KnownCustomer } from '@silla/core'
import { bookingRecord } from './booking-record.ts'

/** All that a salon keeps about one customer, as their file tells it: moments in UTC, money in cents. */
export function customerFile(customer: KnownCustomer, records: CustomerRecords, catalog: Catalog) {
  return {
    business: { id: catalog.business.id, name: catalog.business.name },
    customer,
    bookings: records.bookings.map((view) => bookingRecord(view, catalog)),
    orders: records.orders,
    movements: records.movements,
    payments: records.payments.map((payment) => ({
      id: payment.id,
      bookingId: payment.booking_id,
      orderId: payment.order_id,
      packageId: payment.package_id,
      state: payment.state,
      amountCents: payment.amount_cents,
      currency: payment.currency,
      receiptUrl: payment.receipt_url,
      refunds: (payment.refunds ?? []).map((refund) => ({
        amountCents: refund.amount_cents,
        state: refund.state,
        createdAt: new Date(refund.created_at),
      })),
      createdAt: payment.created_at,
    })),
    reviews: records.reviews.map((review) => ({
      id: review.id,
      bookingId: review.booking_id,
      professionalId: review.professional_id,
      rating: review.rating,
      comment: review.comment,
      day: review.day,
    })),
    sessions: records.sessions.map((session) => ({ signedInAt: session.signed_in_at, endedAt: session.ended_at })),
    letters: records.letters.map((letter) => ({
      kind: letter.kind,
      subject: letter.subject,
      createdAt: letter.created_at,
    })),
  }
}
