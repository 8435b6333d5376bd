import type { shopQueries } from '@silla/db'
import { readPaymentSummary } from '../payments/payment-summary.ts'
import type { Order } from './order.ts'

/** A stored order in the core's words. */
export const readOrder = (row: shopQueries.OrderRow): Order => ({
  id: row.id,
  code: row.code,
  state: row.state,
  customerId: row.customer_id,
  contact: { name: row.customer_name, email: row.customer_email, phone: row.customer_phone },
  language: row.language,
  lines: row.lines.map((line) => ({
    productId: line.product_id,
    name: line.name,
    priceCents: line.price_cents,
    chargedCents: line.charged_cents,
    quantity: line.quantity,
  })),
  subtotalCents: row.subtotal_cents,
  discountCents: row.discount_cents,
  totalCents: row.total_cents,
  currency: row.currency,
  paymentId: row.payment_id,
  payment: readPaymentSummary(row.payment),
  pointsEarned: row.points_awarded,
  notes: row.notes,
  expiresAt: row.expires_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
