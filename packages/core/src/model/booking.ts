import type { BookingFields, Cancellation } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'
import type { PaymentSummary, RefundStatus } from './payment-summary.ts'

export type { Actor, BookingLine, BookingState, BookingTransition, Contact } from '@silla/db'

/** A visit to a professional: names and prices are copies made when it was booked (D15). */
export interface Booking extends BookingFields {
  /** The salon's zone: local dates and times are derived from the instants with it. */
  timezone: string
  /** null: nobody wanted to pay online */
  payment: PaymentSummary | null
  cancellation: Cancellation | null
}

/** A booking before the database has given it an id and its customer. */
export type PlannedBooking = Omit<Booking, 'id' | 'customerId'>

/** A booking as one caller may see it (D9, D16). */
export interface BookingDetail {
  booking: Booking
  /** Whether e-mail, phone and notes may be shown whole; otherwise they leave masked (D9). */
  contactVisible: boolean
  /** The same caller's cancel would succeed now. */
  canCancel: boolean
  cancelableUntil: Date
  /** What may be paid now, in cents. */
  dueNowCents: number
}

/** What a caller wants to book; dates and times are the salon's local ones, in a valid form. */
export interface BookingInput {
  serviceIds: number[]
  professionalId: number
  day: number
  startMinute: number
  /** `phone` is E.164. A signed-in customer's name and e-mail are always those of their row. */
  contact: { name: string; email: string; phone: string | null }
  /** The language of the request; the guest's emails are written in it. */
  language: Language
  notes: string
  usePoints: boolean
  /** Booked by the salon itself (D9): exempt from notice, horizon, phone and limits. */
  byBusiness: boolean
  /** For the limit per client address; without one the limit does not apply. */
  clientAddress?: string | null
}

export interface CancelledBooking {
  booking: Booking
  refund: RefundStatus
}

/** A free time offered in place of the one that was refused (D15). */
export interface Alternative {
  day: number
  startMinute: number
  professionalId: number
}
