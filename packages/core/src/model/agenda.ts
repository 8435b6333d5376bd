import type { EpochDay } from '@silla/slots'
import type { Booking, BookingLine } from './booking.ts'

/** What customers do to bookings and their salon gets an email about. */
export type OwnerNews = 'created' | 'rescheduled' | 'cancelled'

/** The email that a salon with `notifications: daily` gets in the morning (D30). */
export interface Agenda {
  day: EpochDay
  /** The salon's time zone. */
  timezone: string
  /** By start; at most 200. */
  visits: AgendaVisit[]
  visitCount: number
  /**
   * What customers did since the last agenda to upcoming bookings, by start; at most 100. New ones of
   * today are among the visits only.
   */
  changes: AgendaChange[]
  changeCount: number
  /** Everybody who is named: an agenda is deleted when one of them is erased. */
  customerIds: number[]
}

/** What of a booking an agenda shows. */
export interface AgendaVisit
  extends Pick<Booking, 'id' | 'code' | 'state' | 'startsAt' | 'endsAt'> {
  name: string
  phone: string
  /** What the customer wrote to the salon; empty: nothing. */
  words: string
  lines: Pick<BookingLine, 'name' | 'professional' | 'startsAt' | 'endsAt'>[]
}

export interface AgendaChange extends AgendaVisit {
  news: OwnerNews
  /** When it was to start before; null: it was not moved. */
  movedFrom: Date | null
}
