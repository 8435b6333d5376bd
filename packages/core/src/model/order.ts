import type { OrderFields, shopQueries } from '@silla/db'
import { type PaymentSummary, readPaymentSummary } from './payment-summary.ts'

export type { OrderLine, OrderState } from '@silla/db'

/** Products that are reserved for a customer; names and prices are copies (D25). */
export interface Order extends OrderFields {
  /** null: no online payment was started */
  payment: PaymentSummary | null
  /** What was taken for it at the desk, without what was given back (D54). */
  takenCents: number
  /** The tips with it (D55). */
  tipCents: number
}

/** An order before the database assigns its id. */
export type PlannedOrder = Omit<Order, 'id'>

export interface OrderInput {
  /** Each product at most once. */
  items: { productId: number; quantity: number }[]
  notes: string
}

/** Maps a row: summarises its payment and refunds. */
export const readOrder = ({ payment, ...row }: shopQueries.OrderRow): Order => ({
  ...row,
  payment: readPaymentSummary(payment),
})
