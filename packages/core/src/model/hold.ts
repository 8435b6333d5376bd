import type { HoldFields } from '@silla/db'
import type { VisitInput, VisitRequest } from './booking.ts'

/** A time that is kept for a customer who has not booked yet (D36). */
export interface Hold extends HoldFields {
  /** The salon's time zone, to derive local dates and times from the instants. */
  timezone: string
}

export interface HoldInput extends VisitInput {
  client: HoldClient
}

export type HoldRequest = VisitRequest & Omit<HoldInput, 'startMinute'>

/**
 * Whose holds count together against the limits: those of a client address or, where a salon's
 * server sends none, of its secret key; null: nobody's.
 */
export type HoldClient = { address: string } | { keyId: string } | null

export interface ReleasedHold {
  id: number
}
