import type { Query, Sql } from '../pool.ts'
import type { BlockedResource } from '../types/block.ts'
import type { BookedProfessional } from '../types/booking.ts'
import type { BookingState, Currency, Translated } from '../types/values.ts'
import type { BookingLineRow } from './bookings.ts'
import type { PaymentSummaryRow } from './payment-summaries.ts'

/** The agenda of some days in parts (db/functions/app.read_agenda.sql). */
export const readAgenda = (
  sql: Sql,
  businessId: string,
  { from, before, professionalId, showsContacts, showsNotes, now }: AgendaInput,
): Query<AgendaRow> => sql`
  select kind, content
  from app.read_agenda(${businessId}, ${from}, ${before}, ${hoursBefore(from, longestVisitHours)},
    ${hoursBefore(from, longestBufferHours)}, ${hoursBefore(from, longestBlockHours)},
    ${professionalId}, ${showsContacts}, ${showsNotes}, ${now})`

export interface AgendaInput {
  from: Date
  before: Date
  /** Whose visits, blocks and holds; null: everybody's, and the blocks of resources. */
  professionalId: number | null
  /** Whether emails and phones are read. */
  showsContacts: boolean
  /** Whether it is read who has notes on their card. */
  showsNotes: boolean
  now: Date
}

/**
 * A part of an agenda as JSON: `head` is an AgendaHead, `person` an AgendaPerson, who is no longer
 * active, and so on. Visits, blocks and holds are in the order of their starts.
 */
export interface AgendaRow {
  kind: 'head' | 'person' | 'visit' | 'block' | 'hold'
  content: string
}

export type AgendaHead = [catalogVersion: number, position: number]

export type AgendaPerson = [id: number, name: string]

/** Seconds and milliseconds are those since 1970. */
export type AgendaVisitRow = [
  id: number,
  code: string,
  state: Exclude<BookingState, 'cancelled'>,
  version: number,
  startSeconds: number,
  endSeconds: number,
  /** null: it does not expire */
  expiryMilliseconds: number | null,
  customerId: number,
  customerName: string,
  /** null: not read */
  email: string | null,
  phone: string | null,
  hasNotes: boolean,
  isFirstVisit: boolean,
  currency: Currency,
  totalCents: number,
  paymentRequired: boolean,
  paymentId: number | null,
  payment: PaymentSummaryRow | null,
  lines: AgendaLineRow[],
  /** null: the customer has not arrived */
  arrivalMilliseconds: number | null,
]

export type AgendaLineRow = [
  serviceId: number,
  name: Translated,
  professionalId: number,
  startSeconds: number,
  /** Minutes that alternate work, wait, work, ... (D34). */
  phases: number[],
  bufferMinutes: number,
  /** null: none */
  units: AgendaUnit[] | null,
]

export type AgendaUnit = [handle: string, name: Translated, number: number]

export type AgendaBlockRow = [
  id: number,
  startSeconds: number,
  endSeconds: number,
  reason: string,
  createdAt: string,
  professional: BookedProfessional | null,
  resource: BlockedResource | null,
]

export type AgendaHoldRow = [
  id: number,
  startSeconds: number,
  endSeconds: number,
  expiryMilliseconds: number,
  lines: BookingLineRow[],
]

/** A visit ends on the day on which it begins, which has at most 25 hours; its buffer may not. */
const longestVisitHours = 27
const longestBufferHours = 2
const longestBlockHours = 32 * 24

const hoursBefore = (at: Date, hours: number) => new Date(at.getTime() - hours * 3_600_000)
