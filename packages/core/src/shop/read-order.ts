import type { shopQueries } from '@silla/db'
import type { Order } from '../model/order.ts'
import { readPaymentSummary } from '../model/payment-summary.ts'

/** Summarises what the row holds of the payment and its refunds. */
export const readOrder = ({ payment, ...row }: shopQueries.OrderRow): Order => ({
  ...row,
  payment: readPaymentSummary(payment),
})
