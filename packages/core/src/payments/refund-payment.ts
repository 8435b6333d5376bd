import { refundQueries } from '@silla/db'
import { formatAmount } from '@silla/money'
import { momentOf } from '../clock.ts'
import type { Refund } from '../model/payment.ts'
import type { TenantContext } from '../request-context.ts'
import { AccountError } from './accounts/account-error.ts'
import type { ListedPayment } from './list-payments.ts'
import { lockPayment } from './locked-payment.ts'
import { hasOpenDispute } from './payment-state.ts'
import { refundableCents, requestRefund } from './request-refund.ts'
import { showPayment } from './show-payment.ts'

/** A refund by platform staff; each name is refunded once. */
export interface RefundPaymentInput {
  paymentId: number
  /** null: everything that is left */
  amountCents: number | null
  name: string
}

/**
 * Refunds a payment on behalf of platform staff; the booking or order stays as it is. The worker
 * sends the refund (D24). A name that was refunded before refunds nothing more.
 *
 * @throws AccountError NOT_VALID when the payment does not exist, less than the amount is left, or
 *   the name belongs to another refund; PAYMENT_DISPUTED while a dispute is open
 */
export async function refundPayment(
  context: TenantContext,
  input: RefundPaymentInput,
): Promise<Refund> {
  const { tenant } = context
  const { paymentId, amountCents } = input
  const catalog = await tenant.catalog()
  return tenant.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, catalog, paymentId)
    if (!locked) throw new AccountError('NOT_VALID', `There is no payment ${paymentId}.`)
    const [before] = await refundQueries.findRefundByCause(tx, causeOf(input))
    if (before) return sameRefund(before, input)
    assertRefundable(locked, amountCents)
    const newRefund = {
      reason: 'business',
      amountCents,
      cause: causeOf(input),
      moment: momentOf(context),
    } as const
    const refund = await requestRefund(tx, locked, newRefund)
    if (!refund)
      throw new AccountError('NOT_VALID', `The name ${input.name} belongs to another refund.`)
    return refund
  })
}

/** What refunding would do. */
export interface RefundPlan {
  payment: ListedPayment
  amountCents: number
  /** The existing refund with this name; null: a new one would be created. */
  refund: Refund | null
}

/**
 * What `refundPayment` would do, without writing anything.
 *
 * @throws AccountError like `refundPayment`
 */
export async function planRefund(
  { tenant }: Pick<TenantContext, 'tenant'>,
  input: RefundPaymentInput,
): Promise<RefundPlan> {
  const detail = await showPayment({ tenant }, input.paymentId)
  if (detail === null)
    throw new AccountError('NOT_VALID', `${tenant.slug} has no payment ${input.paymentId}.`)
  const [[before]] = await tenant.db.batch((tx) => [
    refundQueries.findRefundByCause(tx, causeOf(input)),
  ])
  const refund = before ? sameRefund(before, input) : null
  return {
    payment: detail.payment,
    amountCents: refund?.amountCents ?? assertRefundable(detail, input.amountCents),
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
  const other = `${formatAmount(refund.amountCents)} of payment ${refund.paymentId}`
  throw new AccountError('NOT_VALID', `The name ${name} belongs to another refund: ${other}.`)
}

/** @returns the amount to refund, in cents */
function assertRefundable(
  locked: Parameters<typeof refundableCents>[0],
  amountCents: number | null,
): number {
  const left = refundableCents(locked)
  const { id, currency } = locked.payment
  if (left <= 0) throw new AccountError('NOT_VALID', `Nothing of payment ${id} is left to refund.`)
  if (hasOpenDispute(locked)) {
    throw new AccountError(
      'PAYMENT_DISPUTED',
      `Payment ${id} is disputed. It can be refunded if the salon wins the dispute.`,
    )
  }
  const cents = amountCents ?? left
  if (cents > 0 && cents <= left) return cents
  throw new AccountError(
    'NOT_VALID',
    `At most ${formatAmount(left)} ${currency} of payment ${id} can be refunded.`,
  )
}
