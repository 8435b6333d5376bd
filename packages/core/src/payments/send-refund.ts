import { paymentQueries, refundQueries } from '@silla/db'
import {
  type Processor,
  ProcessorError,
  type ProcessorRefund,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { processorByAccount } from './processor-by-account.ts'
import { scheduleRecheck } from './schedule-recheck.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Sends a recorded refund to the processor (D24) and settles the result. The refund's idempotency
 * key is stored, so that sending it again refunds nothing twice. A refund that the processor
 * refuses counts as failed, and the salon is notified.
 *
 * @throws ProcessorError `unavailable` or `unsure`: the job is retried
 */
export async function sendRefund(
  context: TenantContext,
  processors: Processors,
  refundId: number,
): Promise<void> {
  const { tenant, clock } = context
  const [refund] = await tenant.db.transaction((tx) => refundQueries.findRefundToSend(tx, refundId))
  if (refund?.state !== 'pending') return
  const [payment] = await tenant.db.transaction((tx) =>
    paymentQueries.findPaymentById(tx, refund.paymentId),
  )
  if (!payment?.intentRef)
    throw new Error(`the payment of refund ${refundId} has no intent at the processor`)
  if (refund.refundRef !== null) {
    await scheduleRecheck(context, payment)
    return
  }
  const processor = await processorByAccount(context, processors, payment.account)
  const intent = { account: payment.account, intentRef: payment.intentRef }

  const observedAt = clock.now()
  const sent = await send(context, processor, refund, intent)
  const catalog = await tenant.catalog()
  const items = [{ kind: 'refund', intentRef: intent.intentRef, refund: sent } as const]
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, payment.id, { items, observedAt }, clock.now()),
  )
  if (sent.state === 'pending') await scheduleRecheck(context, payment)
}

interface IntentKey {
  account: string
  intentRef: string
}

/** Retrying does not help when the processor refuses; every other error is thrown and retried. */
async function send(
  context: TenantContext,
  processor: Processor,
  refund: refundQueries.RefundToSend,
  intent: IntentKey,
): Promise<ProcessorRefund> {
  const { id: refundId, amountCents } = refund
  const budget = timeBudget()
  let key = refund.processorKey
  try {
    if (isKeyGone(refund, context.clock.now())) {
      const existing = await processor.listRefunds({ ...intent, budget })
      const sentBefore = existing.find((each) => each.refundId === refundId)
      if (sentBefore) return sentBefore
      key = await freshKey(context, refund)
    }
    return await processor.createRefund({ ...intent, key, refundId, amountCents, budget })
  } catch (error) {
    const processorError = error instanceof ProcessorError ? error : null
    if (processorError?.kind === 'unsure')
      await changeKey(context, { id: refundId, from: key, to: key, isSpent: true })
    if (processorError?.kind !== 'refused' && processorError?.kind !== 'unknown') throw error
    return {
      refundRef: '',
      refundId,
      amountCents,
      state: 'failed',
      failureMessage: processorError.message,
    }
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
  { tenant, clock }: TenantContext,
  change: { id: number; from: string; to: string; isSpent: boolean },
) =>
  tenant.db.transaction((tx) => refundQueries.updateRefundKey(tx, { ...change, at: clock.now() }))
