import type { Currency } from '@silla/money'
import type { Language, Translated } from '../catalog/catalog.ts'
import type { PaymentSummary, RefundStatus } from '../payments/payment-summary.ts'

export type BookingState = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'

/**
 * A visit to a professional, as the books keep it: names and prices are copies made when it was
 * booked (D15).
 */
export interface Booking {
  id: number
  code: string
  state: BookingState
  startsAt: Date
  endsAt: Date
  /** The salon's zone: local dates and times are derived from the instants with it. */
  timezone: string
  professional: { id: number; name: string }
  customerId: number
  /** The booking's own copy (D12). */
  contact: Contact
  /** What its letters are written in. */
  language: Language
  lines: BookingLine[]
  subtotalCents: number
  discountCents: number
  totalCents: number
  currency: Currency
  /** It had to be paid online to be kept. */
  paymentRequired: boolean
  /** What paid it; null: nothing so far. */
  paymentId: number | null
  /** null: nobody asked to pay online. */
  payment: PaymentSummary | null
  pointsUsed: number
  pointsEarned: number
  /** Grows when the points it brought are taken back: each round brings them once. */
  pointsRound: number
  notes: string
  /** Unconfirmed or unpaid by then it lapses; null when it does not lapse any more. */
  expiresAt: Date | null
  cancellation: { at: Date; by: CancelledBy; reason: string | null } | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export type CancelledBy = 'customer' | 'business' | 'system'

/** `phone` is E.164 or empty. */
export interface Contact {
  name: string
  email: string
  phone: string
}

export interface BookingLine {
  serviceId: number
  name: Translated
  priceCents: number
  /** What this line costs after offers and points. */
  chargedCents: number
  durationMinutes: number
  pointsAwarded: number
}

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

/** What a caller asks for; dates and times are the salon's local ones, already checked for form. */
export interface NewBooking {
  serviceIds: number[]
  professionalId: number
  day: number
  startMinute: number
  /**
   * `phone` is E.164. A signed-in customer's name and e-mail are those of their row, whatever
   * stands here.
   */
  contact: { name: string; email: string; phone: string | null }
  /** The one the guest was asked in; their mail will be in it. */
  language: Language
  notes: string
  usePoints: boolean
  /** Booked by the salon itself (D9): exempt from notice, horizon, phone and limits. */
  byBusiness: boolean
  /**
   * The address it comes from, as limits count it; left out or null where nobody knows or counts.
   */
  askedFrom?: string | null
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
