import type { Contact, Currency, Language, Translated } from './values.ts'

export type OrderState = 'pending' | 'paid' | 'delivered' | 'cancelled' | 'refunded'

/** What of an order is the same in its table and everywhere else. */
export interface OrderFields {
  id: number
  code: string
  state: OrderState
  customerId: number
  contact: Contact
  language: Language
  lines: OrderLine[]
  /** Regular prices. */
  subtotalCents: number
  /** The reduction by offers. */
  discountCents: number
  totalCents: number
  currency: Currency
  /** The payment that paid it; null: not paid yet. */
  paymentId: number | null
  /** The points that its products award once it is paid. */
  pointsEarned: number
  notes: string
  /** When it expires unless it is paid, and its products go back in stock; null: it does not. */
  expiresAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A product of an order; name and prices are copies made when it was ordered (D25). */
export interface OrderLine {
  productId: number
  name: Translated
  /** Regular price per unit. */
  priceCents: number
  /** Charged price per unit. */
  chargedCents: number
  /** VAT that it contains, in hundredths of a percent; null: unknown (D56). */
  vatBasisPoints: number | null
  quantity: number
}
