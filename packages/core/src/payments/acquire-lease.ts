import { setTimeout as pause } from 'node:timers/promises'
import { paymentQueries } from '@silla/db'
import { throwForIdempotency } from '../idempotency/request-hashes.ts'
import type { RequestContext } from '../request-context.ts'
import { leaseMilliseconds } from './open-payment.ts'

/** How long to wait for another request that holds the lease, and how often to poll (D19). */
const maxWaitMilliseconds = 2000
const pollMilliseconds = 100

export interface Lease {
  payment: paymentQueries.PaymentRow
  /** There is no intent yet, and this request holds the lease to create one. */
  holdsLease: boolean
  /** The previous processor key is spent: an intent may exist and has to be searched for first. */
  mustSearch: boolean
}

/**
 * Acquires the lease to create a payment's intent at the processor, or waits for the request that
 * holds it.
 *
 * @returns null when the payment was closed without an intent
 * @throws IDEMPOTENCY_IN_PROGRESS when another request still holds the lease
 */
export async function acquireLease(
  context: RequestContext,
  input: { paymentId: number; holdsLease: boolean },
): Promise<Lease | null> {
  const endsAt = performance.now() + maxWaitMilliseconds
  if (input.holdsLease)
    return {
      payment: await paymentOf(context, input.paymentId),
      holdsLease: true,
      mustSearch: false,
    }
  for (;;) {
    const payment = await paymentOf(context, input.paymentId)
    if (payment.intentRef !== null) return { payment, holdsLease: false, mustSearch: false }
    if (!payment.isOpen) return null
    const lease = await takeLease(context, payment)
    if (lease)
      return {
        payment: { ...payment, ...lease },
        holdsLease: lease.intentRef === null,
        mustSearch: lease.wasSpent,
      }
    if (performance.now() > endsAt) throwForIdempotency('in_progress')
    await pause(pollMilliseconds)
  }
}

async function paymentOf(
  { tenant }: RequestContext,
  id: number,
): Promise<paymentQueries.PaymentRow> {
  const [[payment]] = await tenant.db.batch((tx) => [paymentQueries.findPaymentById(tx, id)])
  if (!payment) throw new Error(`there is no payment ${id}`)
  return payment
}

/**
 * Undefined when another request holds the lease. If the intent has been created meanwhile, the
 * lease is not needed and is released at once.
 */
async function takeLease(
  { tenant, realClock }: RequestContext,
  { id, leaseUntil }: paymentQueries.PaymentRow,
): Promise<paymentQueries.PaymentLease | undefined> {
  const now = realClock.now()
  if (leaseUntil !== null && leaseUntil > now) return undefined
  const until = new Date(now.getTime() + leaseMilliseconds)
  return tenant.db.transaction(async (tx) => {
    const [lease] = await paymentQueries.updatePaymentLease(tx, {
      id,
      now,
      until,
      freshKey: crypto.randomUUID(),
    })
    if (lease && lease.intentRef !== null) {
      await paymentQueries.deletePaymentLease(tx, { id, intentRef: null, keySpent: false, at: now })
    }
    return lease
  })
}
