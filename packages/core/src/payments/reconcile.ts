import { paymentQueries, processorAccountQueries, refundQueries } from '@silla/db'
import { type Intent, type Processors, timeBudget } from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { processorByAccount } from './processor-by-account.ts'
import { recheckPayment } from './recheck-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Where our books and an account's list say different things, after we have learned from it what
 * could be learned.
 */
export type ReconciliationDiff =
  /** The account has it and we do not: made by somebody else, or by a copy of us. */
  | {
      kind: 'unknown_at_silla'
      account: string
      intentRef: string
      receivedCents: number
      currency: string
    }
  /** We have it and the account does not. */
  | { kind: 'unknown_at_processor'; account: string; intentRef: string; paymentId: number }
  | {
      kind: 'amount' | 'currency' | 'received' | 'refunded' | 'status'
      account: string
      intentRef: string
      paymentId: number
      ours: string | number
      processors: string | number
    }

const atMost = 10_000
/** A list has many pages. */
const listMilliseconds = 120_000
/** A processor that leaves us waiting for one page leaves all the other salons waiting too. */
const pageMilliseconds = 20_000
/** Its clock and ours differ by less, and an intent is made within so long of its payment. */
const marginMilliseconds = 3_600_000

/**
 * Looks again at every payment that has not come to its end, puts right what stands elsewhere than
 * it should, then compares ours with what the processor lists of each account the salon has had
 * (D22). Nothing is moved: what an answer or an event that got lost would have told is learned, and
 * whatever differs even then is told.
 *
 * @param input when the payments were made
 * @throws ProcessorError
 */
export async function reconcile(
  context: TenantContext,
  processors: Processors,
  input: { from: Date; to: Date },
): Promise<ReconciliationDiff[]> {
  const { db } = context.tenant
  const unfinished = await db.transaction((tx) =>
    paymentQueries.listUnfinishedPayments(tx, context.clock.now(), atMost),
  )
  for (const { id } of unfinished) await recheckPayment(context, processors, id)
  await settleStalePayments(context)
  const accounts = await db.transaction((tx) => processorAccountQueries.listAllAccounts(tx))
  const differences: ReconciliationDiff[] = []
  for (const { accountRef } of accounts) {
    differences.push(...(await compareAccount(context, processors, accountRef, input)))
  }
  return differences
}

/**
 * A payment whose state does not follow from what is known of it is put where it belongs: nothing
 * has to be told for that.
 */
async function settleStalePayments({ tenant, clock }: TenantContext): Promise<void> {
  const stray = await tenant.db.transaction((tx) =>
    paymentQueries.paymentsWithStaleState(tx, clock.now()),
  )
  const catalog = await tenant.catalog()
  const nothing = { items: [], observedAt: clock.now() }
  for (const { id } of stray) {
    await tenant.db.transaction((tx) => settlePayment(tx, catalog, id, nothing, clock.now()))
  }
}

async function compareAccount(
  tenantContext: TenantContext,
  processors: Processors,
  account: string,
  { from, to }: { from: Date; to: Date },
): Promise<ReconciliationDiff[]> {
  const processor = await processorByAccount(tenantContext, processors, account)
  const differences: ReconciliationDiff[] = []
  const listed = new Set<string>()
  const wider = {
    from: new Date(from.getTime() - marginMilliseconds),
    to: new Date(to.getTime() + marginMilliseconds),
  }
  const whole = timeBudget(listMilliseconds)
  const budget = {
    remainingMilliseconds: () => Math.min(pageMilliseconds, whole.remainingMilliseconds()),
  }
  for await (const intent of processor.listIntents({ account, ...wider, budget })) {
    listed.add(intent.intentRef)
    differences.push(...(await compareIntent(tenantContext, processors, account, intent)))
  }
  const ours = await tenantContext.tenant.db.transaction((tx) =>
    paymentQueries.listPaymentsBetween(tx, { from, to, atMost }),
  )
  for (const { id: paymentId, accountRef, intentRef } of ours) {
    if (accountRef !== account || intentRef === null || listed.has(intentRef)) continue
    differences.push({ kind: 'unknown_at_processor', account, intentRef, paymentId })
  }
  return differences
}

async function compareIntent(
  worker: TenantContext,
  processors: Processors,
  account: string,
  intent: Intent,
): Promise<ReconciliationDiff[]> {
  const { intentRef, paymentId, receivedCents, currency } = intent
  const { db } = worker.tenant
  const [found] = await db.transaction((tx) =>
    paymentQueries.findPaymentForObservation(tx, { intentRef, paymentId, account }),
  )
  if (!found) return [{ kind: 'unknown_at_silla', account, intentRef, receivedCents, currency }]
  if ((await differencesOf(worker, found.id, intent)).length === 0) return []
  await refreshPayment(worker, processors, { id: found.id, accountRef: account, intentRef })
  const left = await differencesOf(worker, found.id, intent)
  return left.map((difference) => ({ ...difference, account, intentRef, paymentId: found.id }))
}

interface Differing {
  kind: 'amount' | 'currency' | 'received' | 'refunded' | 'status'
  ours: string | number
  processors: string | number
}

async function differencesOf(
  { tenant }: TenantContext,
  id: number,
  intent: Intent,
): Promise<Differing[]> {
  const [[payment], refunds] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
  ])
  if (!payment) return []
  const sent = refunds.filter(({ state, refundRef }) => state !== 'failed' && refundRef !== null)
  const refundedCents = sent.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const compared: Differing[] = [
    { kind: 'amount', ours: payment.amountCents, processors: intent.amountCents },
    { kind: 'currency', ours: payment.currency, processors: intent.currency },
    { kind: 'received', ours: payment.receivedCents, processors: intent.receivedCents },
    { kind: 'refunded', ours: refundedCents, processors: intent.refundedCents },
    { kind: 'status', ours: payment.statusSeen, processors: intent.status },
  ]
  return compared.filter(({ ours, processors }) => ours !== processors)
}
