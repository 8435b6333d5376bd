import type { BookingLine } from './booking.ts'
import type { Guarantee } from './policies.ts'
import type { Currency } from './values.ts'

/** A time that is kept for a customer who has not booked yet (D36). */
export interface HoldFields {
  id: number
  startsAt: Date
  /** Without the buffer of the last service. */
  endsAt: Date
  /** As those of a booking that is not paid with points, at the prices that the hold keeps. */
  lines: BookingLine[]
  /** Of each line the professional who was requested; null: any. */
  requestedIds: (number | null)[]
  currency: Currency
  /** What could be paid online for the booking when the time was held. */
  dueNowCents: number
  /** What the booking would require (D47). */
  requirement: 'none' | 'card' | 'deposit' | 'total'
  /** What could be charged to the card, where it requires one (D50). */
  guarantee: Guarantee | null
  expiresAt: Date
  createdAt: Date
}
