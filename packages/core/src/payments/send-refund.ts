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
 * Gives money back that was promised (D24), and settles what the processor says to it. The key of
 * the refund is stored, so that asking again gives nothing back twice. What the processor refuses
 * counts as failed, and the salon is told.
 *
 * @throws ProcessorError `unavailable` or `unsure`: to be tried again
 */
export async function sendRefund(
  context: TenantContext,
  processors: Processors,
  refundId: number,
): Promise<void> {
  const { tenant, clock } = context
  const [refund] = await tenant.db.transaction((tx) => refundQueries.findRefundById(tx, refundId))
  if (refund?.state !== 'pending') return
  const [payment] = await tenant.db.transaction((tx) =>
    paymentQueries.findPaymentById(tx, refund.paymentId),
  )
  if (!payment?.intentRef)
    throw new Error(`refund ${refundId} is of a payment that the processor does not know`)
  if (refund.refundRef !== null) {
    await scheduleRecheck(context, payment)
    return
  }
  const processor = await processorByAccount(context, processors, payment.accountRef)
  const of = { account: payment.accountRef, intentRef: payment.intentRef }

  const observedAt = clock.now()
  const sent = await send(context, processor, refund, of)
  const catalog = await tenant.catalog()
  const update = [{ kind: 'refund', intentRef: of.intentRef, refund: sent } as const]
  await tenant.db.transaction((tx) =>
    settlePayment(tx, catalog, payment.id, { items: update, observedAt }, clock.now()),
  )
  if (sent.state === 'pending') await scheduleRecheck(context, payment)
}

interface OfIntent {
  account: string
  intentRef: string
}

/**
 * What the processor refuses will not go better the next time; everything else is thrown, to be
 * tried again.
 */
async function send(
  tenantContext: TenantContext,
  processor: Processor,
  refund: refundQueries.RefundRow,
  of: OfIntent,
): Promise<ProcessorRefund> {
  const { id: refundId, amountCents } = refund
  const budget = timeBudget()
  let key = refund.processorKey
  if (isKeyGone(refund, tenantContext.clock.now())) {
    const made = await processor.listRefunds({ ...of, budget })
    const own = made.find((one) => one.refundId === refundId)
    if (own) return own
    key = await freshKey(tenantContext, refund)
  }
  try {
    return await processor.createRefund({ ...of, key, refundId, amountCents, budget })
  } catch (error) {
    const problem = error instanceof ProcessorError ? error : null
    if (problem?.kind === 'unsure')
      await changeKey(tenantContext, { id: refundId, from: key, to: key, isSpent: true })
    if (problem?.kind !== 'refused' && problem?.kind !== 'unknown') throw error
    return {
      refundRef: '',
      refundId,
      amountCents,
      state: 'failed',
      failureMessage: problem.message,
    }
  }
}

/** The processor remembers a key for a day; we trust it for less. */
const keyHours = 20

/**
 * The same key would not bring the same answer any more, so what was made has to be looked for
 * first.
 */
const isKeyGone = ({ keySpent, updatedAt }: refundQueries.RefundRow, now: Date): boolean =>
  keySpent || now.getTime() - updatedAt.getTime() > keyHours * 3_600_000

/** Of two that try at once only one goes on: two keys would give back twice. */
async function freshKey(
  worker: TenantContext,
  { id, processorKey: from }: refundQueries.RefundRow,
): Promise<string> {
  const to = crypto.randomUUID()
  const [changed] = await changeKey(worker, { id, from, to, isSpent: false })
  if (!changed) throw new ProcessorError('unavailable', 'somebody else is sending this refund')
  return to
}

const changeKey = (
  { tenant, clock }: TenantContext,
  change: { id: number; from: string; to: string; isSpent: boolean },
) =>
  tenant.db.transaction((tx) => refundQueries.updateRefundKey(tx, { ...change, at: clock.now() }))
