import type { Contact, Language, Translated } from './values.ts'

export type WaitlistState = 'waiting' | 'offered' | 'accepted' | 'expired' | 'withdrawn'

/** A customer who waits for a visit on one of some days (D40). */
export interface WaitlistEntryFields {
  id: number
  /** Proof of access, as that of a booking. */
  code: string
  state: WaitlistState
  /** In the order in which they are performed. */
  services: { id: number; name: Translated }[]
  /** One for all services; null: anybody who offers them, or see `lineProfessionalIds` */
  professional: { id: number; name: string } | null
  /** Of each service its own professional, null: anybody (D33); null: one person does all. */
  lineProfessionalIds: (number | null)[] | null
  /** Days since 1970; both are included. */
  firstDay: number
  lastDay: number
  /** Local minutes between which the visit takes place; null: no limit. */
  fromMinute: number | null
  toMinute: number | null
  /** null: a guest */
  customerId: number | null
  contact: Contact
  language: Language
  notes: string
  /** Offers that were not accepted in time. */
  unansweredOffers: number
  /** The booking that it has become. */
  bookingId: number | null
  createdAt: Date
  updatedAt: Date
}

/** A time that is held for an entry until it expires. */
export interface WaitlistOfferFields {
  id: number
  entryId: number
  holdId: number
  /** Who does the visit; of several, the first. */
  professional: { id: number; name: string }
  startsAt: Date
  endsAt: Date
  expiresAt: Date
}
