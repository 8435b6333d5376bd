import type { Currency } from '@silla/money'
import type { Language, Translated } from '../catalog/catalog.ts'
import type { PaymentSummary } from '../payments/payment-summary.ts'

export type OrderState = 'pending' | 'paid' | 'delivered' | 'cancelled' | 'refunded'

/** Products that are reserved for a customer; names and prices are copies (D25). */
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
  /** The reduction by offers. */
  discountCents: number
  totalCents: number
  currency: Currency
  /** The payment that paid it; null: not paid yet. */
  paymentId: number | null
  /** null: no online payment was started */
  payment: PaymentSummary | null
  /** The points that its products award once it is paid. */
  pointsEarned: number
  notes: string
  /** When it expires unless it is paid, and its products go back in stock; null: it does not. */
  expiresAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

export interface OrderLine {
  productId: number
  name: Translated
  /** Regular price per unit. */
  priceCents: number
  /** Charged price per unit. */
  chargedCents: number
  quantity: number
}

export interface NewOrder {
  /** Each product at most once. */
  items: { productId: number; quantity: number }[]
  notes: string
}
