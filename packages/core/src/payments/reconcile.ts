import { disputeQueries, paymentQueries, processorAccountQueries, refundQueries } from '@silla/db'
import { momentOf } from '../clock.ts'
import {
  type Intent,
  isInaccessibleAccountError,
  type Processor,
  type ProcessorDispute,
  ProcessorError,
  type Processors,
  timeBudget,
} from '../ports/processor.ts'
import type { TenantContext } from '../request-context.ts'
import { owedCents } from './payment-state.ts'
import { processorByAccount } from './processor-by-account.ts'
import { readPayment } from './read-payment.ts'
import { recheckPayment, unverifiedAfter } from './recheck-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * A difference between Silla's payments and an account's list that remains after everything the
 * processor reports has been applied.
 */
export type ReconciliationDiff =
  /**
   * The account has it and Silla does not: made by the salon itself, or by another installation.
   */
  | {
      kind: 'unknown_at_silla'
      account: string
      intentRef: string
      receivedCents: number
      currency: string
    }
  /** Silla has it and the account does not. */
  | { kind: 'unknown_at_processor'; account: string; intentRef: string; paymentId: number }
  /** The processor gives no access to the account, so that its payments cannot be compared. */
  | { kind: 'account_inaccessible'; account: string }
  /** The processor refused to report the payment. */
  | {
      kind: 'not_compared'
      account: string
      intentRef: string | null
      paymentId: number
      message: string
    }
  | {
      /** `dispute`: references and states; `unrefunded`: cents that were promised to the customer. */
      kind: 'amount' | 'currency' | 'received' | 'refunded' | 'status' | 'dispute' | 'unrefunded'
      account: string
      intentRef: string
      paymentId: number
      ours: string | number
      processors: string | number
    }

const limit = 10_000
/** A list has many pages. */
const listMilliseconds = 120_000
/** A processor that is slow to return one page would delay all other salons. */
const pageMilliseconds = 20_000
/**
 * The clocks differ by less than this, and an intent is created within this time of its payment.
 */
const marginMilliseconds = 3_600_000

/**
 * Fetches every unfinished payment again, corrects payments with a stale state, then compares
 * Silla's payments with the processor's list of each account the salon has had (D22). No money is
 * moved: what a lost response or event would have reported is applied, and the differences that
 * remain are returned. A payment or an account that cannot be read is one of them, and does not stop
 * the rest.
 *
 * @param input the period in which the payments were made
 * @throws ProcessorError when the processor is unavailable
 */
export async function reconcile(
  context: TenantContext,
  processors: Processors,
  input: { from: Date; to: Date },
): Promise<ReconciliationDiff[]> {
  const { db } = context.tenant
  const { differences, missing } = await recheckUnfinished(context, processors)
  await settleStalePayments(context)
  const [accounts, inPeriod] = await db.transaction((tx) =>
    Promise.all([
      processorAccountQueries.listAllAccounts(tx),
      paymentQueries.listPaymentsBetween(tx, { ...input, limit }),
    ]),
  )
  const payments = [...new Map([...inPeriod, ...missing].map((each) => [each.id, each])).values()]
  for (const account of accounts) {
    const ours = payments.filter((payment) => payment.account === account.accountRef)
    differences.push(...(await compareAccount(context, processors, { account, ours, ...input })))
  }
  return differences
}

/** A payment that is compared. */
type ComparedPayment = Pick<paymentQueries.PaymentRow, 'id' | 'account' | 'intentRef'>

/** @returns missing: the payments that the processor does not know, or gives no access to */
async function recheckUnfinished(
  context: TenantContext,
  processors: Processors,
): Promise<{ differences: ReconciliationDiff[]; missing: ComparedPayment[] }> {
  const now = context.realClock.now()
  const unfinished = await context.tenant.db.transaction((tx) =>
    paymentQueries.listUnfinishedPayments(tx, {
      updatedBefore: now,
      unverifiedAfter: unverifiedAfter(now),
      limit,
    }),
  )
  const differences: ReconciliationDiff[] = []
  const missing: ComparedPayment[] = []
  for (const payment of unfinished) {
    const result = await recheckPayment(context, processors, payment.id).catch(toMessage)
    if (result === false) missing.push(payment)
    if (typeof result === 'string') differences.push(notCompared(payment, result))
  }
  return { differences, missing }
}

const notCompared = (
  { id: paymentId, account, intentRef }: ComparedPayment,
  message: string,
): ReconciliationDiff => ({ kind: 'not_compared', account, intentRef, paymentId, message })

/**
 * The message of a failure that concerns one payment; while the processor is unavailable nothing
 * can be compared.
 */
function toMessage(error: unknown): string {
  const isOfPayment =
    error instanceof ProcessorError &&
    (error.kind !== 'unavailable' || error.code === 'payment_locked')
  if (isOfPayment) return error.message
  throw error
}

/**
 * Settles payments whose state does not follow from the recorded facts; the processor is not needed
 * for that.
 */
async function settleStalePayments(context: TenantContext): Promise<void> {
  const { tenant, realClock } = context
  const stale = await tenant.db.transaction((tx) =>
    paymentQueries.paymentsWithStaleState(tx, realClock.now()),
  )
  const catalog = await tenant.catalog()
  const noObservations = { items: [], observedAt: realClock.now() }
  for (const { id } of stale) {
    await tenant.db.transaction((tx) =>
      settlePayment(tx, catalog, id, noObservations, momentOf(context)),
    )
  }
}

async function compareAccount(
  context: TenantContext,
  processors: Processors,
  input: {
    account: processorAccountQueries.AccountRow
    ours: readonly ComparedPayment[]
    from: Date
    to: Date
  },
): Promise<ReconciliationDiff[]> {
  const { accountRef: account, disconnectedAt } = input.account
  try {
    return await compareWithList(context, processors, { ...input, account })
  } catch (error) {
    if (!isInaccessibleAccountError(error)) throw error
    // a salon that has left may revoke the access: that matters only to payments made there
    const isExpected = disconnectedAt !== null && input.ours.length === 0
    return isExpected ? [] : [{ kind: 'account_inaccessible', account }]
  }
}

async function compareWithList(
  context: TenantContext,
  processors: Processors,
  {
    account,
    ours,
    from,
    to,
  }: { account: string; ours: readonly ComparedPayment[]; from: Date; to: Date },
): Promise<ReconciliationDiff[]> {
  const processor = await processorByAccount(context, processors, account)
  const differences: ReconciliationDiff[] = []
  const listed = new Set<string>()
  const period = {
    from: new Date(from.getTime() - marginMilliseconds),
    to: new Date(to.getTime() + marginMilliseconds),
  }
  const total = timeBudget(listMilliseconds)
  const budget = {
    remainingMilliseconds: () => Math.min(pageMilliseconds, total.remainingMilliseconds()),
  }
  for await (const intent of processor.listIntents({ account, ...period, budget })) {
    listed.add(intent.intentRef)
    differences.push(...(await compareIntent(context, processors, account, intent)))
  }
  // of a payment that was made before the period too
  const disputed = new Set<string>()
  for await (const { intentRef } of processor.listAccountDisputes({ account, ...period, budget }))
    if (!listed.has(intentRef)) disputed.add(intentRef)
  for (const intentRef of disputed)
    differences.push(
      ...(await compareDisputed(context, processors, { processor, account, intentRef })),
    )
  for (const { id: paymentId, intentRef } of ours) {
    if (intentRef === null || listed.has(intentRef)) continue
    differences.push({ kind: 'unknown_at_processor', account, intentRef, paymentId })
  }
  return differences
}

/** One that Silla did not request is the salon's own, whose disputes are as well. */
async function compareDisputed(
  context: TenantContext,
  processors: Processors,
  { processor, account, intentRef }: { processor: Processor; account: string; intentRef: string },
): Promise<ReconciliationDiff[]> {
  const [found] = await context.tenant.db.transaction((tx) =>
    paymentQueries.findPaymentForObservation(tx, { intentRef, paymentId: null, account }),
  )
  if (!found) return []
  const intent = await processor.getIntent({ account, intentRef, budget: timeBudget() })
  return compareIntent(context, processors, account, intent)
}

async function compareIntent(
  context: TenantContext,
  processors: Processors,
  account: string,
  intent: Intent,
): Promise<ReconciliationDiff[]> {
  const { intentRef, paymentId, receivedCents, currency } = intent
  const { db } = context.tenant
  const [found] = await db.transaction((tx) =>
    paymentQueries.findPaymentForObservation(tx, { intentRef, paymentId, account }),
  )
  if (!found) return [{ kind: 'unknown_at_silla', account, intentRef, receivedCents, currency }]
  const payment = { id: found.id, account, intentRef }
  try {
    const disputes = intent.isDisputed ? await listDisputes(context, processors, payment) : []
    if ((await differencesOf(context, found.id, { intent, disputes })).length === 0) return []
    await refreshPayment(context, processors, payment)
    const left = await differencesOf(context, found.id, { intent, disputes })
    return left.map((difference) => ({ ...difference, account, intentRef, paymentId: found.id }))
  } catch (error) {
    return [notCompared(payment, toMessage(error))]
  }
}

async function listDisputes(
  context: TenantContext,
  processors: Processors,
  { account, intentRef }: { account: string; intentRef: string },
): Promise<ProcessorDispute[]> {
  const processor = await processorByAccount(context, processors, account)
  return processor.listDisputes({ account, intentRef, budget: timeBudget() })
}

interface DifferingField {
  kind: 'amount' | 'currency' | 'received' | 'refunded' | 'status' | 'dispute' | 'unrefunded'
  ours: string | number
  processors: string | number
}

async function differencesOf(
  { tenant }: TenantContext,
  id: number,
  reported: { intent: Intent; disputes: readonly ProcessorDispute[] },
): Promise<DifferingField[]> {
  const { intent } = reported
  const [[row], refunds, disputes] = await tenant.db.batch((tx) => [
    paymentQueries.findPaymentById(tx, id),
    refundQueries.listRefunds(tx, id),
    disputeQueries.listDisputes(tx, id),
  ])
  if (!row) return []
  const payment = readPayment(row)
  const unrefundedCents = owedCents({ payment, refunds, disputes })
  const sent = refunds.filter(({ state, refundRef }) => state !== 'failed' && refundRef !== null)
  const refundedCents = sent.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const compared: DifferingField[] = [
    { kind: 'amount', ours: payment.amountCents, processors: intent.amountCents },
    { kind: 'currency', ours: payment.currency, processors: intent.currency },
    { kind: 'received', ours: payment.facts.receivedCents, processors: intent.receivedCents },
    { kind: 'refunded', ours: refundedCents, processors: intent.refundedCents },
    { kind: 'status', ours: payment.facts.status, processors: intent.status },
    { kind: 'dispute', ours: stateOf(disputes), processors: stateOf(reported.disputes) },
    // a refund that failed, and nothing replaced it
    { kind: 'unrefunded', ours: unrefundedCents, processors: 0 },
  ]
  return compared.filter(({ ours, processors }) => ours !== processors)
}

/** Such as "dp_1 lost"; an inquiry is no dispute, and one that was prevented withdraws nothing. */
const stateOf = (disputes: readonly Pick<ProcessorDispute, 'disputeRef' | 'state'>[]): string =>
  disputes
    .filter(({ state }) => !state.startsWith('inquiry'))
    .map(({ disputeRef, state }) => `${disputeRef} ${state === 'prevented' ? 'won' : state}`)
    .sort()
    .join(', ')
