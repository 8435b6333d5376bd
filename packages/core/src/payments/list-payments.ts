import { paymentQueries } from '@silla/db'
import type { Payment, PaymentState } from '../model/payment.ts'
import type { TenantContext } from '../request-context.ts'
import { readPayment } from './read-payment.ts'

/** A payment in a list for platform staff. */
export type ListedPayment = Payment & { customerName: string }

/** One page of payments, latest first, and their total number. */
export async function listPayments(
  { tenant }: Pick<TenantContext, 'tenant'>,
  input: { state: PaymentState | null; offset: number; limit: number },
): Promise<{ payments: ListedPayment[]; total: number }> {
  const [rows, [counted]] = await tenant.db.batch((tx) => [
    paymentQueries.listPayments(tx, input),
    paymentQueries.countPayments(tx, input.state),
  ])
  const payments = rows.map((row) => ({ ...readPayment(row), customerName: row.customerName }))
  return { payments, total: counted?.count ?? 0 }
}
