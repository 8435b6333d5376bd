import { paymentQueries } from '@silla/db'
import { ProcessorError } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'

/** Longer than any earlier request for the intent of a payment can still be running. */
const leaseMilliseconds = 30_000

/**
 * Takes the lease of a payment, under which a job calls the processor. A request that is creating the
 * intent has to finish first.
 *
 * @throws ProcessorError `unavailable` while another request holds the lease
 */
export async function takeLease(
  { tenant, realClock }: TenantContext,
  id: number,
): Promise<paymentQueries.PaymentLease> {
  const now = realClock.now()
  const until = new Date(now.getTime() + leaseMilliseconds)
  const [lease] = await tenant.db.transaction((tx) =>
    paymentQueries.updatePaymentLease(tx, { id, now, until, freshKey: crypto.randomUUID() }),
  )
  if (!lease)
    throw new ProcessorError('unavailable', 'the payment is locked by another request', {
      code: 'payment_locked',
    })
  return lease
}
