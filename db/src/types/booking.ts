import type { Guarantee } from './policies.ts'
import type { Actor, BookingState, Contact, Currency, Language, Translated } from './values.ts'

/** What of a booking is the same in its table and everywhere else. */
export interface BookingFields {
  id: number
  code: string
  state: BookingState
  startsAt: Date
  endsAt: Date
  /** That of the first line. */
  professional: BookedProfessional
  /** Who chose the professionals: the system, where the caller left one of them open (D32). */
  assignedBy: Actor
  customerId: number
  /** The booking's own copy (D12). */
  contact: Contact
  /** The language of its emails. */
  language: Language
  lines: BookingLine[]
  subtotalCents: number
  discountCents: number
  totalCents: number
  currency: Currency
  /** It had to be paid online to be kept. */
  paymentRequired: boolean
  /** What of the price is paid online, as it was decided when it was booked (D39); null: all of it. */
  depositCents: number | null
  /** What may be charged to a saved card, as it was decided when it was booked (D50); null: nothing. */
  guarantee: Guarantee | null
  /** The payment that paid it; null: it is not paid. */
  paymentId: number | null
  pointsUsed: number
  pointsEarned: number
  /** Grows when the points it awarded are reversed: they are awarded once per round. */
  pointsRound: number
  notes: string
  /** Unconfirmed or unpaid by then it expires; null when it does not expire any more. */
  expiresAt: Date | null
  /** How often it was moved (D37). */
  reschedules: number
  /** How often of those by its customer. */
  customerReschedules: number
  /** What a cancellation by the customer refunds at most, in percent of what was paid (D37). */
  refundLimitPercent: number
  /** What joins the visits that one request has booked; null: it was booked alone (D80). */
  seriesId: number | null
  /** Where the customer came from, such as `google`: as the link said that led to it; null: unknown (D79). */
  source: string | null
  /** When the customer came in, as the salon recorded it; null: it did not (D71). */
  arrivedAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface BookedProfessional {
  id: number
  name: string
}

/**
 * A service of a booking with the professional who does it (D33). Name, price and minutes are copies
 * made when it was booked (D15). Its claims follow from it: the professional's for each working
 * phase, those of the units from start to end; the last of each ends after the buffer.
 */
export interface BookingLine {
  serviceId: number
  name: Translated
  priceCents: number
  /** What this line costs after offers and points. */
  chargedCents: number
  /** VAT that it contains, in hundredths of a percent; null: unknown (D56). */
  vatBasisPoints: number | null
  durationMinutes: number
  pointsAwarded: number
  professional: BookedProfessional
  startsAt: Date
  /** Without the buffer. */
  endsAt: Date
  /** Minutes that alternate work, wait, work, ... (D34). */
  phases: readonly number[]
  /** As it applies to this visit (D34). */
  bufferMinutes: number
  /** The units of resource types that it takes (D35). */
  unitIds: readonly number[]
}

export interface Cancellation {
  at: Date
  by: Actor
  reason: string | null
}

/**
 * One change of a booking's state, or a reschedule, which keeps the state: who made it and when.
 * Texts are empty when none was given.
 */
export interface BookingTransition {
  at: Date
  /** null: it was created */
  from: BookingState | null
  to: BookingState
  by: Actor
  /** The reason; the customer sees that of a cancellation. */
  reason: string
  /** A note for the salon's staff only. */
  note: string
  /** The start before and after a reschedule; null: the state was changed. */
  movedFrom: Date | null
  movedTo: Date | null
}

/** A resource is taken for this time. */
export interface Claim {
  resourceId: number
  startsAt: Date
  endsAt: Date
}
