import type { BookingFields, Cancellation, MessageChannel } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'
import type { BookingFee, BookingPayment, PaymentSummary, RefundStatus } from './payment-summary.ts'

export type {
  Actor,
  BookedProfessional,
  BookingLine,
  BookingState,
  BookingTransition,
  Contact,
} from '@silla/db'

/** A visit: names and prices are copies made when it was booked (D15). */
export interface Booking extends BookingFields {
  /** The salon's time zone, to derive local dates and times from the instants. */
  timezone: string
  /** null: no online payment was started */
  payment: PaymentSummary | null
  /** All that were started, in the order of their requests (D46). */
  payments: readonly BookingPayment[]
  /** null: none was charged (D51). */
  fee: BookingFee | null
  /** What was taken for it at the desk, without what was given back (D54). */
  takenCents: number
  /** The tips with it, which are no part of its price (D55). */
  tipCents: number
  cancellation: Cancellation | null
}

/** A booking before the database assigns its id and customer. */
export type PlannedBooking = Omit<Booking, 'id' | 'customerId'>

/** A booking, and what this caller may see and do (D9, D16). */
export interface BookingDetail {
  booking: Booking
  /** Whether e-mail and phone are shown; otherwise they are masked (D9, D65). */
  contactVisible: boolean
  /** The same of the notes. */
  notesVisible: boolean
  /** Whether the same caller could cancel it now. */
  canCancel: boolean
  cancelableUntil: Date
  /** Whether the same caller could move it now (D37). */
  canReschedule: boolean
  /** The last moment at which a customer may move it. */
  reschedulableUntil: Date
  /** The amount that can be paid online now. */
  dueNowCents: number
  /** What is left to be paid at the salon. */
  restCents: number
  /** What the salon can still take at the desk, also for a visit that has taken place (D54). */
  tillCents: number
  /** What it has taken beyond the price. */
  excessCents: number
  /** The note of its cancellation, for the salon only; null: none, or not for this caller (D17). */
  internalNote: string | null
  /** When its customer came in, for the salon only; null: not yet, or not for this caller. */
  arrivedAt: Date | null
  /** Where the customer came from, for the salon itself; null for everybody else. */
  source: string | null
}

/** A visit to plan. Dates and times are local to the salon; their form has been checked. */
export interface VisitInput {
  /** In the order in which they are done. */
  serviceIds: number[]
  /** One professional for all services; null: anyone who is free (D32), or see `lines`. */
  professionalId: number | null
  /** The same services, each with a professional of its own (D33); null: one does all. */
  lines: readonly { serviceId: number; professionalId: number | null }[] | null
  day: number
  startMinute: number
  /** Booked by the salon itself (D9): exempt from notice, horizon, phone and limits. */
  byBusiness: boolean
}

/** A booking to create. */
export interface BookingInput extends VisitInput {
  /**
   * `phone` is E.164. `email` is empty for a customer of the salon without one (D45). A signed-in
   * customer's name and e-mail are always those of their row.
   */
  contact: { name: string; email: string; phone: string | null }
  /** The language of the request; the guest's emails are written in it. */
  language: Language
  notes: string
  usePoints: boolean
  /** Of the salon's customers, the one whom the salon has chosen (D74); null: a guest. */
  customerId?: number | null
  /** The hold that becomes this booking, after its token was verified (D36). */
  holdId?: number | null
  /** The series that it belongs to (D80). */
  seriesId?: number | null
  /** Where the customer came from; null: unknown. */
  source?: string | null
  /** What the customer agrees to with it (D77); null: nothing. */
  messages?: MessageChoice | null
  /** Whether the customer gets an email about it; default yes. */
  notifiesCustomer?: boolean
  /** For the limit per client address; without one the limit does not apply. */
  clientAddress?: string | null
}

/** By which channels a customer agrees to messages about their bookings (D77). */
export interface MessageChoice {
  /** Those that the salon does not send by are left out. */
  channels: readonly MessageChannel[]
  /** What they read when they agreed; may be empty. */
  wording: string
}

/** A visit whose start may be left to the moment it is booked (D45). */
export interface VisitRequest extends Omit<VisitInput, 'startMinute'> {
  startMinute: number | 'now'
}

export type BookingRequest = VisitRequest & Omit<BookingInput, 'startMinute'>

/** A booking to move (D37). Dates and times are local to the salon; their form has been checked. */
export interface RescheduleInput {
  bookingId: number
  /** Proof of possession; with a code the caller is a guest, even with the secret key. */
  code: string | null
  day: number
  startMinute: number
  professionals: WantedProfessionals
  /** The version of the booking that the caller has seen; null: whichever it is. */
  version: number | null
  /** Moved by the salon itself: exempt from deadline, limit, notice and horizon. */
  byBusiness: boolean
  /** Whether the customer gets an email about it, which the salon may decide; default yes. */
  notifiesCustomer?: boolean
  /** Everything is checked and claimed, and then rolled back (D44). */
  simulated: boolean
}

/** The services that a booking is to have, all of them (D54). */
export interface LinesInput {
  bookingId: number
  lines: readonly WantedLine[]
  /** The version of the booking that the caller has seen. */
  version: number
  /** Whether the customer gets an email about it. */
  notifiesCustomer: boolean
  /** Everything is checked and claimed, and then rolled back (D44). */
  simulated: boolean
}

export interface WantedLine {
  serviceId: number
  /** null: anybody who is free; undefined: who is booked for it, or does the service before */
  professionalId: number | null | undefined
  /** What it is to cost; null: as it was booked, or as in the catalogue */
  priceCents: number | null
  /** Why it has another price. */
  reason: string | null
  /** The name of that input, for the error when it is missing. */
  reasonField: string
}

/** Who is to do a booked visit; null: anybody. */
export type WantedProfessionals =
  | { kind: 'same' }
  /** One person does all services. */
  | { kind: 'one'; professionalId: number | null }
  /** One for each service, in order. */
  | {
      kind: 'each'
      professionalIds: readonly (number | null)[]
      /** The name of the input, for the error when there is not one for each service. */
      field: string
    }
  /** What this person does goes to somebody else, the rest stays with who does it. */
  | {
      kind: 'without'
      professionalId: number
      /** Somebody who does all of it, for a visit of that person alone. */
      onePerson: boolean
    }

/** A booking to cancel (D17). */
export interface CancelInput {
  bookingId: number
  /** Proof of possession; with a code the caller is a guest, even with the secret key. */
  code: string | null
  /** Shown with the booking; the salon's is also in the customer's e-mail. */
  reason: string | null
  /** For the salon's staff only. */
  note: string | null
  /** Whether the customer gets an email about it, which the salon may decide; default yes. */
  notifiesCustomer?: boolean
}

export interface CancelledBooking {
  booking: Booking
  refund: RefundStatus
}

/** What cancelling a booking would do now (D38). */
export interface CancellationPreview {
  /** Why the caller cannot cancel it; null: they can. */
  refusal: 'CANNOT_CANCEL' | 'CANCELLATION_DEADLINE_PASSED' | null
  /** The customer's deadline. */
  cancelableUntil: Date
  refundCents: number
  pointsReturned: number
  /** The most that the salon may charge to the card of the customer then (D51). */
  possibleFeeCents: number
}

/** A free time that is offered instead of the refused one (D15). */
export interface Alternative {
  day: number
  startMinute: number
  professionalId: number
}
