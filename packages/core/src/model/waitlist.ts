import type { WaitlistEntryFields, WaitlistOfferFields, WaitlistState } from '@silla/db'
import type { Currency } from '@silla/money'
import type { Language } from '../catalog/catalog.ts'
import type { MessageChoice } from './booking.ts'

export type { WaitlistState } from '@silla/db'

/** A customer who waits for a visit on one of some days (D40). */
export interface WaitlistEntry extends WaitlistEntryFields {
  /** The salon's time zone, to derive local dates and times from the instants. */
  timezone: string
  /** The time that is held for it; null: none */
  offer: WaitlistOffer | null
}

export interface WaitlistOffer extends WaitlistOfferFields {}

/** The answer of a customer to what their entry was offered. */
export interface OfferAnswer {
  entryId: number
  /** The code of the entry; null: the credential alone proves access. */
  code: string | null
  /** The offer that the customer has seen; null: whichever is open. */
  offerId: number | null
}

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
  /** By which channels the customer agrees to be offered times (D77); null: by email alone. */
  messages: MessageChoice | null
  /** For the limit per client address; without one that limit does not apply. */
  clientAddress: string | null
}

/** What the caller of a new entry gets: the code proves access to it. */
export interface NewEntry {
  id: number
  code: string
  state: WaitlistState
}

/** What the page of an entry shows. */
export interface WaitlistPageEntry {
  entry: WaitlistEntry
  /** Of the open offer: what its hold keeps; null: there is none. */
  offered: {
    totalCents: number
    dueNowCents: number
    /** Whether the booking would expire unless that is paid. */
    isPaymentRequired: boolean
    currency: Currency
  } | null
  /** The latest offer, when it has ended without a booking; null: there is none. */
  lastOffer: { startsAt: Date; outcome: 'declined' | 'unanswered' | 'withdrawn' } | null
  /** Of the booking that the entry has become; null: none. */
  bookingCode: string | null
}

export interface LeftWaitlist {
  id: number
  /** `withdrawn`, or how the entry had ended before. */
  state: WaitlistState
}
