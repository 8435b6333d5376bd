import type { Language } from '@silla/locale'

// Values of columns as the check constraints allow them, and shapes that several tables share.

export type { Language }

/** A text in the languages it was written in. */
export type Translated = Partial<Record<Language, string>>

export type Currency = 'EUR' | 'USD' | 'GBP' | 'AED'

export type BookingState = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'no_show'

/** Who changed something of a customer's. */
export type Actor = 'customer' | 'business' | 'system'

/** `phone` is E.164 or empty. */
export interface Contact {
  name: string
  email: string
  phone: string
}

/** A page of a list. */
export interface Page {
  offset: number
  limit: number
}

/** Of a business (D8). */
export type Mode = 'live' | 'test' | 'demo'

export type BusinessStatus = 'active' | 'suspended'

/** What a request about a business finds: `moving` is a copy that is not served yet. */
export type ServedStatus = BusinessStatus | 'moving'
