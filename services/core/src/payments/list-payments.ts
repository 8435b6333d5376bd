import { paymentQueries } from '@silla/db'
import type { Worker } from '../caller.ts'
import type { Payment, PaymentState } from './payment.ts'
import { readPayment } from './read-payment.ts'

/** A payment as platform staff sees it in a list. */
export type ListedPayment = Payment & { customerName: string }

/** The latest first. */
export async function listPayments(
  { tenant }: Pick<Worker, 'tenant'>,
  ask: { state: PaymentState | null; atMost: number },
): Promise<ListedPayment[]> {
  const [rows] = await tenant.door.ask<[paymentQueries.PaymentRow]>((tx) => [paymentQueries.latestPayments(tx, ask)])
  return rows.map((row) => ({ ...readPayment(row), customerName: row.customer_name }))
}
