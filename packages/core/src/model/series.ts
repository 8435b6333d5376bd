import type { Code } from '@silla/errors'
import type { Booking, BookingDetail, CancelledBooking } from './booking.ts'

/** Which visits of a series a change is about: the named one, or also all that are to come after it. */
export type SeriesScope = 'this' | 'following'

/** How often a visit is repeated (D80). */
export interface Repetition {
  everyWeeks: number
  /** How many visits it makes, the first included. */
  times: number
}

/** What became of one visit of a series. */
export interface SeriesVisit {
  /** null: it was not booked */
  bookingId: number | null
  code: string | null
  /** Local to the salon: when it takes place, or was to take place. */
  day: number
  startMinute: number
  /** null: it was not booked */
  totalCents: number | null
  /** What its cancellation refunds. */
  refundCents: number
  /** Why it was left as it is; null: it was not */
  refusal: Code | null
}

/** What a request did with the visits of a series; null: it was about one visit. */
interface SeriesResult {
  visits: SeriesVisit[] | null
}

/** The first visit that was booked. */
export interface RepeatedBooking extends SeriesResult {
  booking: Booking
}

/** The visit that the request has named. */
export type MovedVisits = BookingDetail & SeriesResult
export type CancelledVisits = CancelledBooking & SeriesResult
