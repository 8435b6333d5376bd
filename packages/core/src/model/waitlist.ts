import type { WaitlistEntryFields, WaitlistOfferFields, WaitlistState } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'

export type { WaitlistState } from '@silla/db'

/** A customer who waits for a visit on one of some days (D40). */
export interface WaitlistEntry extends WaitlistEntryFields {
  /** The salon's time zone, to derive local dates and times from the instants. */
  timezone: string
  /** The time that is held for it; null: none */
  offer: WaitlistOffer | null
}

export interface WaitlistOffer extends WaitlistOfferFields {}

/** An entry, and what this caller may see. */
export interface WaitlistEntryDetail {
  entry: WaitlistEntry
  /** Whether e-mail, phone and notes are shown; otherwise they are masked (D9). */
  contactVisible: boolean
}

/** A visit to wait for. Days and times are local to the salon; their form has been checked. */
export interface WaitlistInput {
  serviceIds: number[]
  /** One for all services; null: anybody who offers them, or see `lines` */
  professionalId: number | null
  /** The same services, each with a professional of its own (D33); null: one does all. */
  lines: readonly { serviceId: number; professionalId: number | null }[] | null
  /** Both are included. */
  firstDay: number
  lastDay: number
  /** The visit starts at this minute or later, and ends by the other one; null: no limit. */
  fromMinute: number | null
  toMinute: number | null
  /** As for a booking: a signed-in customer's name and e-mail are those of their row. */
  contact: { name: string; email: string; phone: string | null }
  language: Language
  notes: string
  /** For the limit per client address; without one that limit does not apply. */
  clientAddress: string | null
}

/** What the caller of a new entry gets: the code proves access to it. */
export interface NewEntry {
  id: number
  code: string
  state: WaitlistState
}

export interface LeftWaitlist {
  id: number
  /** `withdrawn`, or how the entry had ended before. */
  state: WaitlistState
}
