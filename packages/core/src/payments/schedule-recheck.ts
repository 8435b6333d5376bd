import { jobQueries, type paymentQueries } from '@silla/db'
import type { TenantContext } from '../request-context.ts'

const leastMinutes = 10
const mostMinutes = 12 * 60

/** Schedules the next check of a payment and its refunds: in ten minutes, later the older it is. */
export function scheduleRecheck(
  { tenant, clock }: TenantContext,
  { id: paymentId, createdAt }: Pick<paymentQueries.PaymentRow, 'id' | 'createdAt'>,
): Promise<unknown> {
  const now = clock.now().getTime()
  const minutes = Math.min(
    Math.max((now - createdAt.getTime()) / 60_000 / 10, leastMinutes),
    mostMinutes,
  )
  return tenant.db.transaction((tx) =>
    jobQueries.enqueue(tx, {
      task: 'check-payment',
      payload: { paymentId },
      runAt: new Date(now + minutes * 60_000),
      key: `check-payment:${paymentId}`,
    }),
  )
}
