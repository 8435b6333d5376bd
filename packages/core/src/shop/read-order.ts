import type { shopQueries } from '@silla/db'
import { readPaymentSummary } from '../payments/payment-summary.ts'
import type { Order } from './order.ts'

/** Summarises what the row holds of the payment and its refunds. */
export const readOrder = ({ payment, ...row }: shopQueries.OrderRow): Order => ({
  ...row,
  payment: readPaymentSummary(payment),
})
