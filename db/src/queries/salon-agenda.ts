import type { Query, Sql } from '../pool.ts'
import type { BlockedResource } from '../types/block.ts'
import type { BookedProfessional } from '../types/booking.ts'
import type { BookingState, Currency, Translated } from '../types/values.ts'
import type { BookingLineRow } from './bookings.ts'
import type { PaymentSummaryRow } from './payment-summaries.ts'

/**
 * The agenda of some days in parts, or its state alone when it is the known one
 * (db/functions/app.agenda_if_changed.sql).
 */
export const readAgenda = (
  sql: Sql,
  businessId: string,
  { from, before, professionalId, showsContacts, showsNotes, now, knownState }: AgendaInput,
): Query<AgendaRow> => sql`
  select kind, content
  from app.agenda_if_changed(${businessId}, ${from}, ${before},
    ${hoursBefore(from, longestVisitHours)}, ${hoursBefore(from, longestBufferHours)},
    ${hoursBefore(from, longestBlockHours)}, ${professionalId}, ${showsContacts}, ${showsNotes},
    ${now}, ${knownState})`

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
  /** What the caller has was read in this state; null: it has nothing. */
  knownState: string | null
}

/**
 * What is booked on the days of a month, or its state alone when it is the known one
 * (db/functions/app.agenda_month_if_changed.sql).
 */
export const readAgendaMonth = (
  sql: Sql,
  businessId: string,
  { starts, from, before, professionalId, now, knownState }: AgendaMonthInput,
): Query<AgendaMonthRow> => sql`
  select kind, content
  from app.agenda_month_if_changed(${businessId},
    ${starts.map((start) => start.toISOString())}::text[]::timestamptz[], ${from}, ${before},
    ${professionalId}, ${now}, ${knownState})`

export interface AgendaMonthInput
  extends Pick<AgendaInput, 'from' | 'before' | 'professionalId' | 'now' | 'knownState'> {
  /** The midnights with which the days begin: the first is `from`. */
  starts: readonly Date[]
}

/**
 * A part of a month as JSON: `state` is an AgendaStateRow, which comes first, `person` the AgendaPerson
 * to whom it is limited, `days` a list of BookedDayRow.
 */
export interface AgendaMonthRow {
  kind: 'state' | 'person' | 'days'
  content: string
}

/** Days without a visit are missing. `minutes` are those of work and buffers. */
export type BookedDayRow = [number: number, visits: number, pending: number, minutes: number]

/**
 * A part of an agenda as JSON: `state` is an AgendaStateRow, which comes first, `person` an AgendaPerson,
 * who is no longer active, and so on. Visits, blocks and holds are in the order of their starts.
 */
export interface AgendaRow {
  kind: 'state' | 'person' | 'visit' | 'block' | 'hold'
  content: string
}

/** The state differs whenever anything of the salon's agenda may, but for the position. */
export type AgendaStateRow = [catalogVersion: number, position: number, state: string]

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
  depositCents: number | null,
  /** What was taken for it at the desk. */
  takenCents: number,
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
