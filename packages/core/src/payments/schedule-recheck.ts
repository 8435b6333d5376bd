import { jobQueries, type paymentQueries, type Tx } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

/**
 * When a new payment is read from the processor, in case the event about it is lost: most customers
 * pay within a few minutes.
 */
const firstSeconds = [30, 2 * 60, 5 * 60, 10 * 60]

/** Later, the older it is the longer the interval. */
const leastSeconds = 10 * 60
const mostSeconds = 12 * 3600

/**
 * Schedules the next check of a payment and its refunds: 30 seconds, 2, 5 and 10 minutes after it
 * was created, then every ten minutes to twelve hours.
 */
export const scheduleRecheck = (
  { tenant, realClock }: TenantContext,
  payment: Pick<paymentQueries.PaymentRow, 'id' | 'createdAt'>,
): Promise<unknown> => tenant.db.transaction((tx) => scheduleCheck(tx, payment, realClock.now()))

/** The same, in the transaction of the caller. */
export const scheduleCheck = (
  tx: Tx,
  { id: paymentId, createdAt }: Pick<paymentQueries.PaymentRow, 'id' | 'createdAt'>,
  now: Date,
) =>
  jobQueries.enqueue(tx, {
    task: 'check-payment',
    payload: { paymentId },
    runAt: nextCheck(createdAt, now),
    key: `check-payment:${paymentId}`,
  })

function nextCheck(createdAt: Date, now: Date): Date {
  const ageSeconds = (now.getTime() - createdAt.getTime()) / 1000
  const first = firstSeconds.find((seconds) => seconds > ageSeconds)
  const interval = Math.min(Math.max(ageSeconds / 10, leastSeconds), mostSeconds)
  return first === undefined
    ? new Date(now.getTime() + interval * 1000)
    : new Date(createdAt.getTime() + first * 1000)
}
