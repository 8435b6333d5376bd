import { setTimeout as pause } from 'node:timers/promises'
import { paymentQueries } from '@silla/db'
import { throwForIdempotency } from '../idempotency/request-hashes.ts'
import type { RequestContext } from '../request-context.ts'
import { leaseMilliseconds } from './open-payment.ts'

/** How long one waits for whoever asks the processor just now, and how often one looks (D19). */
const patienceMilliseconds = 2000
const lookEveryMilliseconds = 100

export interface Lease {
  payment: paymentQueries.PaymentRow
  /** There is no intent yet, and the lease to ask for one is ours. */
  holdsLease: boolean
  /** The processor keeps a failure under the key before this one. */
  mustSearch: boolean
}

/**
 * Whose turn it is to ask the processor for a payment's intent. Null: the payment was closed
 * without one.
 *
 * @throws IDEMPOTENCY_IN_PROGRESS when somebody else is still asking
 */
export async function acquireLease(
  context: RequestContext,
  input: { paymentId: number; holdsLease: boolean },
): Promise<Lease | null> {
  const endsAt = performance.now() + patienceMilliseconds
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
    await pause(lookEveryMilliseconds)
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
 * Undefined: somebody else has it. Who holds one for nothing, because the intent came meanwhile,
 * lets go of it at once.
 */
async function takeLease(
  { tenant, clock }: RequestContext,
  { id, leaseUntil }: paymentQueries.PaymentRow,
): Promise<paymentQueries.LeaseRow | undefined> {
  const now = clock.now()
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
