import type { Worker } from '../caller.ts'
import { AccountProblem } from './accounts/account-problem.ts'
import { lockPayment } from './locked-payment.ts'
import type { Refund } from './payment.ts'
import { refundableCents, requestRefund } from './request-refund.ts'

/**
 * Gives money back by hand of the platform's staff; what was paid for stays as it is. The worker sends it (D24).
 *
 * @param ask.amountCents null: all that is left
 * @param ask.name the same name is refunded once
 * @throws AccountProblem NOT_VALID when there is no such payment, nothing or less than that left
 */
export async function refundPayment(
  { tenant, clock }: Worker,
  ask: { paymentId: number; amountCents: number | null; name: string },
): Promise<Refund> {
  const { paymentId, amountCents, name } = ask
  const catalog = await tenant.catalog()
  return tenant.door.act(async (tx) => {
    const locked = await lockPayment(tx, catalog, paymentId)
    if (!locked) throw new AccountProblem('NOT_VALID', `There is no payment ${paymentId}.`)
    const left = refundableCents(locked)
    if (left <= 0) throw new AccountProblem('NOT_VALID', `Nothing of payment ${paymentId} is left to give back.`)
    if (amountCents !== null && (amountCents <= 0 || amountCents > left)) {
      throw new AccountProblem('NOT_VALID', `Of payment ${paymentId} at most ${(left / 100).toFixed(2)} can go back.`)
    }
    const cause = `business:${name}`
    const refund = await requestRefund(tx, locked, { reason: 'business', amountCents, cause, at: clock.now() })
    if (!refund) throw new AccountProblem('NOT_VALID', `${name} was refunded before.`)
    return refund
  })
}
