import type { Currency, Translated } from '@silla/db'
import type { EpochDay, LocalSpan, Span } from '@silla/slots'
import type { Block } from './block.ts'
import type { BookingState, Contact } from './booking.ts'
import type { BusinessDay } from './business-day.ts'
import type { PaymentSummary } from './payment-summary.ts'

/** What a salon does on some days, for the page that it has open all day (D69). */
export interface SalonAgenda {
  timezone: string
  currency: Currency
  days: AgendaDay[]
  /** Active ones in display order, then those who are no longer and have visits. */
  team: AgendaPerson[]
  /** By start; without cancelled ones. One that reaches into two days is here once. */
  visits: AgendaBooking[]
  /** By start. */
  blocks: Block[]
  /** Times that customers are holding, by start. */
  holds: AgendaHold[]
  /** Of the last event whose effects are certain to be in the agenda; 0: there is none. */
  position: number
}

/** An agenda, and the state of the salon in which it was read. */
export interface AgendaReading {
  /** The present one, also of an agenda that is known. */
  position: number
  state: string
  /** null: it is the known one */
  agenda: SalonAgenda | null
}

/** What somebody may see of the agendas of a salon. */
export interface AgendaFilter {
  /** Whose visits, blocks and holds; null: everybody's, and the blocks of resources. */
  professionalId: number | null
  showsContacts: boolean
  showsNotes: boolean
}

export interface AgendaDay extends BusinessDay {
  /** The instants of its midnights, which are not always 24 hours apart. */
  span: Span
  /** Of each of the team. */
  works: { professionalId: number; stretches: readonly LocalSpan[] }[]
}

export interface AgendaPerson {
  id: number
  name: string
  active: boolean
}

export interface AgendaBooking extends Span {
  id: number
  code: string
  state: Exclude<BookingState, 'cancelled'>
  version: number
  customerId: number
  /** Email and phone are null for a caller who may not see them (D65). */
  contact: Pick<Contact, 'name'> & { email: string | null; phone: string | null }
  /**
   * Whether the booking has notes, or the card of the customer has; for who may not read cards, the
   * former. Allergies do not count.
   */
  hasNotes: boolean
  /** Whether the customer has no earlier visit that took place or is to. */
  isFirst: boolean
  totalCents: number
  payment: PaymentSummary | null
  /** Whether it expires unless it is paid online, and is not paid. */
  awaitsPayment: boolean
  dueNowCents: number
  restCents: number
  /** What can still be taken at the desk. */
  tillCents: number
  /** When it expires; null: it does not. */
  expiresAt: Date | null
  /** When its customer came in; null: not yet. */
  arrivedAt: Date | null
  lines: AgendaLine[]
}

/** A service of a visit. */
export interface AgendaLine {
  serviceId: number
  name: Translated
  professionalId: number
  /** Its work, waits and buffer, without gaps. */
  stretches: AgendaStretch[]
  /** The places that it takes, from its start to the end of its buffer. */
  units: { handle: string; name: Translated; number: number }[]
}

export interface AgendaStretch extends Span {
  /** The professional is busy but for the wait. */
  kind: 'work' | 'wait' | 'buffer'
}

export interface AgendaHold extends Span {
  id: number
  expiresAt: Date
  lines: AgendaLine[]
}

export interface AgendaInput {
  from: EpochDay
  /** How many days, from 1 on. */
  days: number
  /** null: everybody's, as far as the caller may see it */
  professionalId: number | null
}
