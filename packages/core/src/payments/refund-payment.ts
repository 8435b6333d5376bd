import { refundQueries } from '@silla/db'
import { decimal } from '@silla/money'
import type { TenantContext } from '../request-context.ts'
import { AccountError } from './accounts/account-error.ts'
import type { ListedPayment } from './list-payments.ts'
import { lockPayment } from './locked-payment.ts'
import type { Refund } from './payment.ts'
import { readRefund } from './read-payment.ts'
import { refundableCents, requestRefund } from './request-refund.ts'
import { showPayment } from './show-payment.ts'

/** What staff wants to give back; the same name is refunded once. */
export interface RefundPaymentInput {
  paymentId: number
  /** null: all that is left */
  amountCents: number | null
  name: string
}

/**
 * Gives money back by hand of the platform's staff; what was paid for stays as it is. The worker
 * sends it (D24). Under a name that was refunded before, nothing more goes back.
 *
 * @throws AccountError NOT_VALID when there is no such payment, nothing or less than that left, or
 *   the name was another refund's
 */
export async function refundPayment(
  { tenant, clock }: TenantContext,
  input: RefundPaymentInput,
): Promise<Refund> {
  const { paymentId, amountCents } = input
  const catalog = await tenant.catalog()
  return tenant.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, catalog, paymentId)
    if (!locked) throw new AccountError('NOT_VALID', `There is no payment ${paymentId}.`)
    const [before] = await refundQueries.findRefundByCause(tx, causeOf(input))
    if (before) return sameRefund(readRefund(before), input)
    assertRefundable(locked, amountCents)
    const query = {
      reason: 'business',
      amountCents,
      cause: causeOf(input),
      at: clock.now(),
    } as const
    const refund = await requestRefund(tx, locked, query)
    if (!refund) throw new AccountError('NOT_VALID', `${input.name} is the name of another refund.`)
    return refund
  })
}

/** What refunding would give back. */
export interface RefundPlan {
  payment: ListedPayment
  amountCents: number
  /** The one that has this name already; null: there is none, and one would be made. */
  refund: Refund | null
}

/**
 * What `refundPayment` would do; nothing is written.
 *
 * @throws AccountError as that does
 */
export async function planRefund(
  { tenant }: Pick<TenantContext, 'tenant'>,
  params: RefundPaymentInput,
): Promise<RefundPlan> {
  const known = await showPayment({ tenant }, params.paymentId)
  if (known === null)
    throw new AccountError('NOT_VALID', `${tenant.slug} has no payment ${params.paymentId}.`)
  const [[before]] = await tenant.db.batch((tx) => [
    refundQueries.findRefundByCause(tx, causeOf(params)),
  ])
  const refund = before ? sameRefund(readRefund(before), params) : null
  return {
    payment: known.payment,
    amountCents: refund?.amountCents ?? assertRefundable(known, params.amountCents),
    refund,
  }
}

const causeOf = ({ name }: RefundPaymentInput) => `business:${name}`

function sameRefund(refund: Refund, { name, paymentId, amountCents }: RefundPaymentInput): Refund {
  if (
    refund.paymentId === paymentId &&
    (amountCents === null || amountCents === refund.amountCents)
  )
    return refund
  const was = `${decimal(refund.amountCents)} of payment ${refund.paymentId}`
  throw new AccountError('NOT_VALID', `${name} is the name of another refund: ${was}.`)
}

/** @returns how much that is */
function assertRefundable(
  known: Parameters<typeof refundableCents>[0],
  amountCents: number | null,
): number {
  const left = refundableCents(known)
  const { id, currency } = known.payment
  if (left <= 0)
    throw new AccountError('NOT_VALID', `Nothing of payment ${id} is left to give back.`)
  const cents = amountCents ?? left
  if (cents > 0 && cents <= left) return cents
  throw new AccountError(
    'NOT_VALID',
    `Of payment ${id} at most ${decimal(left)} ${currency} can go back.`,
  )
}
