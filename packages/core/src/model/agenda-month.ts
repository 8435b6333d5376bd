import type { EpochDay } from '@silla/slots'

/** How full the days of a month are (D69). */
export interface AgendaMonth {
  /** Its first day. */
  from: EpochDay
  timezone: string
  days: AgendaMonthDay[]
  /** As that of an agenda. */
  position: number
}

export interface AgendaMonthDay {
  day: EpochDay
  kind: 'open' | 'closed' | 'holiday'
  /** Visits that begin on it, without cancelled ones. */
  visits: number
  /** Of these, those that the salon has still to confirm, or the customer to pay. */
  pending: number
  /** Their work and buffers, without waits. */
  bookedMinutes: number
  /** Working time, as the salon has it now. */
  workingMinutes: number
}

export interface AgendaMonthInput {
  /** The first day of the month. */
  from: EpochDay
  /** null: everybody's, as far as the caller may see it */
  professionalId: number | null
}

/** A month, and the state of the salon in which it was read. */
export interface AgendaMonthReading {
  position: number
  state: string
  /** null: it is the known one */
  month: AgendaMonth | null
}
