import type {
  CardConsent,
  Catalog,
  Consent,
  CustomerDetail,
  CustomerRecords,
  MailKind,
  Movement,
  NoteKind,
  Order,
  PaymentState,
  RefundState,
  SavedCard,
  WaitlistEntry,
} from '@silla/core'
import type { Currency } from '@silla/money'
import { type BookingRecord, bookingRecord } from './booking-record.ts'

/** All data that a salon stores about a customer: moments in UTC, amounts in cents. */
export interface CustomerExportFile {
  business: { id: string; name: string }
  customer: CustomerDetail
  bookings: BookingRecord[]
  orders: Order[]
  movements: Movement[]
  payments: ExportedPayment[]
  cards: ExportedCard[]
  reviews: ExportedReview[]
  sessions: { signedInAt: Date; endedAt: Date | null }[]
  /** Emails to their address that are still stored. */
  emails: { kind: MailKind; subject: string; createdAt: Date }[]
  /** Their entries of the waitlist that are still stored. */
  waitlist: WaitlistEntry[]
  /** What the salon has written about them, the newest first. */
  notes: ExportedNote[]
  /** What they have agreed to or withdrawn, the newest first. */
  consents: Consent[]
  /** What was written in the history of their bookings, also for staff only; the newest first. */
  remarks: { bookingId: number; reason: string; note: string; writtenAt: Date }[]
}

interface ExportedNote {
  id: number
  kind: NoteKind
  /** Null: an allergy that cannot be decrypted here. */
  text: string | null
  createdAt: Date
  updatedAt: Date
}

interface ExportedPayment {
  id: number
  /** What was paid for: one of the three is set. */
  bookingId: number | null
  orderId: number | null
  packageId: number | null
  state: PaymentState
  amountCents: number
  currency: Currency
  receiptUrl: string
  /** In the order in which they were requested. */
  refunds: { amountCents: number; state: RefundState; createdAt: Date }[]
  createdAt: Date
}

/** A card that they left with a booking, and what they agreed to. */
interface ExportedCard {
  id: number
  bookingId: number
  state: SavedCard['state']
  brand: string
  last4: string
  /** `2034-12-31`; null: it was not saved. */
  expiresOn: string | null
  createdAt: Date
  consent: CardConsent & { address: string | null }
}

interface ExportedReview {
  id: number
  bookingId: number
  professionalId: number
  /** Stars, 1 to 5. */
  rating: number
  comment: string
  /** `2030-03-04` */
  day: string
}

export function customerExportFile(
  customer: CustomerDetail,
  records: CustomerRecords,
  catalog: Catalog,
): CustomerExportFile {
  return {
    business: { id: catalog.business.id, name: catalog.business.name },
    customer,
    bookings: records.bookings.map((detail) => bookingRecord(detail, catalog)),
    orders: records.orders,
    movements: records.movements,
    payments: records.payments.map((payment) => ({
      id: payment.id,
      bookingId: payment.bookingId,
      orderId: payment.orderId,
      packageId: payment.packageId,
      state: payment.state,
      amountCents: payment.amountCents,
      currency: payment.currency,
      receiptUrl: payment.receiptUrl,
      refunds: (payment.refunds ?? []).map((refund) => ({
        amountCents: refund.amountCents,
        state: refund.state,
        createdAt: new Date(refund.createdAt),
      })),
      createdAt: payment.createdAt,
    })),
    cards: records.cards.map(
      ({ id, bookingId, state, brand, last4, expiresOn, createdAt, ...consent }) => ({
        ...{ id, bookingId, state, brand, last4, expiresOn, createdAt, consent },
      }),
    ),
    reviews: records.reviews.map((review) => ({
      id: review.id,
      bookingId: review.bookingId,
      professionalId: review.professionalId,
      rating: review.rating,
      comment: review.comment,
      day: review.day,
    })),
    sessions: records.sessions.map((session) => ({
      signedInAt: session.signedInAt,
      endedAt: session.endedAt,
    })),
    emails: records.emails.map((email) => ({
      // a check constraint of the table allows no other
      kind: email.kind as MailKind,
      subject: email.subject,
      createdAt: email.createdAt,
    })),
    waitlist: records.waitlist,
    notes: records.notes,
    consents: records.consents,
    remarks: records.remarks,
  }
}
