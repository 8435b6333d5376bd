import type { BookedProfessional } from './booking.ts'

/** An address at which a calendar app reads bookings (D43). */
export interface CalendarFeed {
  id: number
  /** null: it has the bookings of the whole salon */
  professional: BookedProfessional | null
  createdAt: Date
}
