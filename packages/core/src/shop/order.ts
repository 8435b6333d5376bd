import type { Currency } from '@silla/money'
import type { Language, Translated } from '../catalog/catalog.ts'
import type { PaymentSummary } from '../payments/payment-summary.ts'

export type OrderState = 'pending' | 'paid' | 'delivered' | 'cancelled' | 'refunded'

/** Products that a customer wants kept for them; names and prices are copies (D25). */
export interface Order {
  id: number
  code: string
  state: OrderState
  customerId: number
  contact: { name: string; email: string; phone: string }
  language: Language
  lines: OrderLine[]
  /** Regular prices. */
  subtotalCents: number
  /** What offers take off. */
  discountCents: number
  totalCents: number
  currency: Currency
  /** What paid it; null: nothing so far. */
  paymentId: number | null
  /** null: nobody asked to pay online. */
  payment: PaymentSummary | null
  /** What its products award once it is paid. */
  pointsEarned: number
  notes: string
  /**
   * Unpaid by then it lapses and its products go back on the shelf; null when it does not lapse any
   * more.
   */
  expiresAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface OrderLine {
  productId: number
  name: Translated
  /** Regular price of a piece. */
  priceCents: number
  /** What a piece is charged. */
  chargedCents: number
  quantity: number
}

export interface NewOrder {
  /** Each product once. */
  items: { productId: number; quantity: number }[]
  notes: string
}
