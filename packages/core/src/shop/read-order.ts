import type { shopQueries } from '@silla/db'
import { readPaymentSummary } from '../payments/payment-summary.ts'
import type { Order } from './order.ts'

/** A stored order in the core's words. */
export const readOrder = (row: shopQueries.OrderRow): Order => ({
  id: row.id,
  code: row.code,
  state: row.state,
  customerId: row.customerId,
  contact: { name: row.customerName, email: row.customerEmail, phone: row.customerPhone },
  language: row.language,
  lines: row.lines.map((line) => ({
    productId: line.productId,
    name: line.name,
    priceCents: line.priceCents,
    chargedCents: line.chargedCents,
    quantity: line.quantity,
  })),
  subtotalCents: row.subtotalCents,
  discountCents: row.discountCents,
  totalCents: row.totalCents,
  currency: row.currency,
  paymentId: row.paymentId,
  payment: readPaymentSummary(row.payment),
  pointsEarned: row.pointsAwarded,
  notes: row.notes,
  expiresAt: row.expiresAt,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
