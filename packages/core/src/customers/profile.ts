import type { Language } from '../catalog/catalog.ts'

/** What a salon knows of a customer with an account, as the customer sees it (D12). */
export interface Profile {
  id: number
  name: string
  email: string
  /** E.164 or empty. */
  phone: string
  language: Language
  /** YYYY-MM-DD */
  birthDate: string | null
  acceptsMarketing: boolean
  emailVerified: boolean
  pointsBalance: number
  bookings: number
  createdAt: Date
}
