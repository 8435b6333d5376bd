import type { BlockedResource, Translated } from '@silla/db'
import type { Language } from '../catalog/catalog.ts'

export type { CalendarFeed } from '@silla/db'

/** What all entries of a calendar have in common (D43). */
export interface Calendar {
  businessId: string
  businessName: string
  /** null: it has the bookings of the whole salon */
  professionalName: string | null
  timezone: string
  /** The salon's main language. */
  language: Language
}

/** A booking, or a part of it: a stretch of time for which it keeps a professional busy. */
export interface CalendarBooking {
  id: number
  /** From 1; a booking has several parts where its professional waits, or somebody else works. */
  part: number
  version: number
  updatedAt: Date
  status: 'tentative' | 'confirmed' | 'cancelled'
  startsAt: Date
  endsAt: Date
  /** The customer, as the salon wants its calendars to show them; empty: not known. */
  customer: string
  lines: CalendarService[]
}

export interface CalendarService {
  name: Translated
  startsAt: Date
  professional: string
}

/** Time that is taken out of the diary; its reason is not shown. */
export interface CalendarBlock {
  id: number
  createdAt: Date
  startsAt: Date
  endsAt: Date
  /** null: a resource is blocked */
  professional: string | null
  resource: BlockedResource | null
}
