import type { Code } from '@silla/errors'
import type { Translated } from '../catalog/catalog.ts'
import type { Alternative, Booking } from './booking.ts'

/** What is to become of the visits of a professional who is absent on a day (D71). */
export interface AbsenceInput {
  professionalId: number
  day: number
  visits: readonly VisitOfAbsence[]
  /** The exception that makes it a day off; null: none is added */
  dayOff: { reason: Translated; allowOrphaned: boolean } | null
  /** Whether customers get an email about what becomes of their visits. */
  notifiesCustomer: boolean
  /** Everything is checked and claimed, and then rolled back (D44). */
  simulated: boolean
}

export type VisitOfAbsence = {
  bookingId: number
  /** The version of the booking that the caller has seen. */
  version: number
} & (
  | {
      action: 'move'
      /** null: the day on which it is */
      day: number | null
      /** null: the time at which it is */
      startMinute: number | null
      /** One for each service, in order; null: anybody but who is absent */
      professionalIds: readonly number[] | null
      /** The name of that input. */
      field: string
    }
  | { action: 'cancel'; reason: string | null }
)

/** What became of each visit, in the order of the request. */
export interface SettledAbsence {
  visits: SettledVisit[]
  /** Why the day off was not added, null: it was; null: it was not requested */
  dayOff: { refusal: Code | null } | null
}

export interface SettledVisit {
  bookingId: number
  action: VisitOfAbsence['action']
  /** As it is now; null: it is no visit to come of that professional on that day */
  booking: Booking | null
  /** What its cancellation refunds. */
  refundCents: number
  /** Why it was left as it is; null: it was not */
  refusal: Code | null
  /** The nearest times that are free, when the one that was chosen is not. */
  alternatives: readonly Alternative[]
}
