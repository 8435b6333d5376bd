import { disputeQueries, paymentQueries, refundQueries } from '@silla/db'
import { momentOf } from '../clock.ts'
import {
  isInaccessibleAccountError,
  type Processor,
  ProcessorError,
  type ProcessorRefund,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { hasOpenDispute } from './payment-state.ts'
import { processorByAccount } from './processor-by-account.ts'
import { refreshPayment } from './refresh-payment.ts'
import { enqueueRefund } from './request-refund.ts'
import { scheduleRecheck } from './schedule-recheck.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Sends a recorded refund to the processor (D24) and settles the result. The refund's idempotency
 * key is stored, so that sending it again refunds nothing twice. A refund of a disputed payment
 * waits until the dispute is closed; one that the salon's balance does not cover is sent again for
 * two weeks; of one that crosses a refund made in the processor's dashboard, the rest is sent (D59).
 * Any other refund that the processor refuses counts as failed, and the salon is notified: so does
 * one whose account cannot be reached any more, where nothing can be read either.
 *
 * @throws ProcessorError `unavailable` or `unsure`: the job is retried
 */
export async function sendRefund(
  context: TenantContext,
  processors: Processors,
  refundId: number,
): Promise<void> {
  const { tenant, realClock } = context
  const [refund] = await tenant.db.transaction((tx) => refundQueries.findRefundToSend(tx, refundId))
  if (refund?.state !== 'pending') return
  const [[payment], disputes] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, refund.paymentId),
    disputeQueries.listDisputes(tx, refund.paymentId),
  ])
  if (!payment?.intentRef)
    throw new Error(`the payment of refund ${refundId} has no intent at the processor`)
  if (refund.refundRef !== null) {
    await scheduleRecheck(context, payment)
    return
  }
  if (hasOpenDispute({ disputes })) return
  const processor = await processorByAccount(context, processors, payment.account)
  const intent = { id: payment.id, account: payment.account, intentRef: payment.intentRef }

  const observedAt = realClock.now()
  const catalog = await tenant.catalog()
  const refundsFee = catalog.settings.refundsApplicationFee && payment.feeCents > 0
  const sent = await send(context, processor, refund, { ...intent, refundsFee }).catch(toFailure)
  if (sent instanceof ProcessorError) {
    if (isBalanceRefusal(sent) && isWithinRetries(refund, realClock.now()))
      return sendLater(context, refund, sent)
    if (sent.kind === 'refused' && !isInaccessibleAccountError(sent))
      return settleRefusal(context, processors, refund, intent, sent)
  }
  const result = sent instanceof ProcessorError ? failedRefund(refund, sent) : sent
  const items = [{ kind: 'refund', intentRef: intent.intentRef, refund: result } as const]
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, payment.id, { items, observedAt }, momentOf(context)),
  )
  if (result.state === 'pending') await scheduleRecheck(context, payment)
}

/** Sending the refund again as it is does not help; every other error is thrown and retried. */
function toFailure(error: unknown): ProcessorError {
  const isFinal =
    error instanceof ProcessorError && (error.kind === 'refused' || error.kind === 'unknown')
  if (isFinal) return error
  throw error
}

const failedRefund = (
  { id: refundId, amountCents }: refundQueries.RefundToSend,
  { message: failureMessage }: ProcessorError,
): ProcessorRefund => ({ refundRef: '', refundId, amountCents, state: 'failed', failureMessage })

/**
 * The processor has refunded some of the money already, or the payer's bank has it, and the event
 * about that was lost or arrives later. With what the processor has now, the refund waits, is
 * cancelled and the rest requested, or has failed (D59). If it is sent again, it needs another key:
 * the processor has stored its refusal.
 */
async function settleRefusal(
  context: TenantContext,
  processors: Processors,
  { id: refundId }: refundQueries.RefundToSend,
  payment: { id: number; account: string; intentRef: string },
  { message: failureMessage }: ProcessorError,
): Promise<void> {
  const at = context.realClock.now()
  await context.tenant.db.transaction((tx) =>
    refundQueries.updateRefundProblem(tx, { id: refundId, message: '', at }),
  )
  await refreshPayment(context, processors, payment, [
    { kind: 'refund_refused', refundId, failureMessage },
  ])
}

const isBalanceRefusal = ({ code }: ProcessorError) =>
  code === 'balance_insufficient' || code === 'insufficient_funds'

const retryDays = 14

const isWithinRetries = ({ createdAt }: refundQueries.RefundToSend, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < retryDays * 24 * 3_600_000

/** The balance grows with the salon's next payments: every hour, and less often later. */
async function sendLater(
  { tenant, realClock }: TenantContext,
  { id, createdAt }: refundQueries.RefundToSend,
  { message }: ProcessorError,
): Promise<void> {
  const at = realClock.now()
  const ageHours = (at.getTime() - createdAt.getTime()) / 3_600_000
  const hours = Math.min(Math.max(ageHours / 4, 1), 12)
  await tenant.db.transaction(async (tx) => {
    await refundQueries.updateRefundProblem(tx, { id, message, at })
    await enqueueRefund(tx, id, new Date(at.getTime() + hours * 3_600_000))
  })
}

/** What is refunded at the processor. */
interface RefundTarget {
  account: string
  intentRef: string
  refundsFee: boolean
}

async function send(
  context: TenantContext,
  processor: Processor,
  refund: refundQueries.RefundToSend,
  { account, intentRef, refundsFee }: RefundTarget,
): Promise<ProcessorRefund> {
  const { id: refundId, amountCents } = refund
  const budget = timeBudget()
  let key = refund.processorKey
  try {
    if (isKeyGone(refund, context.realClock.now())) {
      const existing = await processor.listRefunds({ account, intentRef, budget })
      const sentBefore = existing.find((each) => each.refundId === refundId)
      if (sentBefore) return sentBefore
      key = await freshKey(context, refund)
    }
    const input = { account, intentRef, key, refundId, amountCents, refundsFee, budget }
    return await processor.createRefund(input)
  } catch (error) {
    if (error instanceof ProcessorError && error.kind === 'unsure')
      await changeKey(context, { id: refundId, from: key, to: key, isSpent: true })
    throw error
  }
}

/** The processor keeps a key for a day; a shorter time is on the safe side. */
const keyHours = 20

/**
 * The key would not return the same response any more, so the refund has to be searched for first.
 */
const isKeyGone = ({ keySpent, updatedAt }: refundQueries.RefundToSend, now: Date): boolean =>
  keySpent || now.getTime() - updatedAt.getTime() > keyHours * 3_600_000

/**
 * Of two concurrent attempts only one continues: with two keys the money would be refunded twice.
 */
async function freshKey(
  context: TenantContext,
  { id, processorKey: from }: refundQueries.RefundToSend,
): Promise<string> {
  const to = crypto.randomUUID()
  const [changed] = await changeKey(context, { id, from, to, isSpent: false })
  if (!changed) throw new ProcessorError('unavailable', 'this refund is being sent by another job')
  return to
}

const changeKey = (
  { tenant, realClock }: TenantContext,
  change: { id: number; from: string; to: string; isSpent: boolean },
) =>
  tenant.db.transaction((tx) =>
    refundQueries.updateRefundKey(tx, { ...change, at: realClock.now() }),
  )
