import { disputeQueries, paymentQueries, refundQueries } from '@silla/db'
import type { Dispute, Refund } from '../model/payment.ts'
import type { TenantContext } from '../request-context.ts'
import type { ListedPayment } from './list-payments.ts'
import { readPayment } from './read-payment.ts'

/** A payment with its refunds and disputes. */
export interface PaymentDetail {
  payment: ListedPayment
  refunds: Refund[]
  disputes: Dispute[]
}

/** @returns null when the business has no such payment */
export async function showPayment(
  { tenant }: Pick<TenantContext, 'tenant'>,
  paymentId: number,
): Promise<PaymentDetail | null> {
  const [[row], refunds, disputes] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, paymentId),
    refundQueries.listRefunds(tx, paymentId),
    disputeQueries.listDisputes(tx, paymentId),
  ])
  if (!row) return null
  return {
    payment: { ...readPayment(row), customerName: row.customerName },
    refunds,
    disputes,
  }
}
