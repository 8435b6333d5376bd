import { paymentQueries, payoutQueries, processorAccountQueries } from '@silla/db'
import {
  isInaccessibleAccountError,
  type Processor,
  type ProcessorBalanceEntry,
  ProcessorError,
  type Processors,
  type TimeBudget,
} from '../../ports/processor.ts'
import type { TenantContext } from '../../request-context.ts'
import { wholeSecond } from '../observation.ts'
import { processorByAccount } from '../processor-by-account.ts'
import { refreshPayment } from '../refresh-payment.ts'
import { storePayout } from './store-payout.ts'

/** Of each page: a long list is no slow processor. */
const pageBudget: TimeBudget = { remainingMilliseconds: () => 20_000 }

/** The processor may list a line this much later, and its clock may differ. */
const overlapMilliseconds = 3_600_000

/** A payout that was made longer ago ends without another state. */
const payoutDays = 30

/**
 * Reads the lines of an account's balance that are new, then its payouts and which lines each contains
 * (D56). Each page is stored with its place in one transaction: when the processor fails midway, the next
 * attempt goes on from there, and a page that is read twice changes nothing.
 *
 * @throws ProcessorError when it cannot be read; an account that gives no access any more is left as it is
 */
export async function readBalance(
  context: TenantContext,
  processors: Processors,
  account: string,
): Promise<void> {
  try {
    const processor = await processorByAccount(context, processors, account)
    const reading = await beginReading(context, account)
    await readEntries(context, processors, processor, { account, ...reading })
    await readPayouts(context, processor, { account, ...reading })
    await context.tenant.db.transaction((tx) =>
      payoutQueries.upsertBalanceReading(tx, {
        account,
        ...{ readTo: reading.readingTo, readingTo: null, afterRef: null },
      }),
    )
  } catch (error) {
    if (!isInaccessibleAccountError(error)) throw error
  }
}

/** The same for every account that the salon has had. */
export async function readBalances(context: TenantContext, processors: Processors): Promise<void> {
  const [accounts] = await context.tenant.db.batch((tx) => [
    processorAccountQueries.listAllAccounts(tx),
  ])
  for (const { accountRef } of accounts) await readBalance(context, processors, accountRef)
}

interface Reading extends payoutQueries.BalanceReading {
  readingTo: Date
}

/** The one that was interrupted, or else a new one up to now; the first begins with the account. */
async function beginReading(
  { tenant, realClock }: TenantContext,
  account: string,
): Promise<Reading> {
  const now = wholeSecond(realClock.now())
  const [[connected], [stored]] = await tenant.db.batch((tx) => [
    processorAccountQueries.findAccountByRef(tx, account),
    payoutQueries.findBalanceReading(tx, account),
  ])
  return {
    readTo: stored?.readTo ?? wholeSecond(connected?.connectedAt ?? now),
    readingTo: stored?.readingTo ?? now,
    afterRef: stored?.afterRef ?? null,
  }
}

/** An account, and how far its balance was read. */
type AccountReading = Reading & { account: string }

async function readEntries(
  context: TenantContext,
  processors: Processors,
  processor: Processor,
  { account, ...reading }: AccountReading,
): Promise<void> {
  const { tenant } = context
  const from = new Date(reading.readTo.getTime() - overlapMilliseconds)
  const { readingTo: to, afterRef } = reading
  const pages = processor.listBalanceEntries({ account, from, to, afterRef, budget: pageBudget })
  try {
    for await (const entries of pages) {
      await refreshDisputed(context, processors, account, entries)
      await tenant.db.transaction(async (tx) => {
        await payoutQueries.upsertBalanceEntries(tx, { account, payoutRef: null, entries })
        const last = entries.at(-1)?.entryRef ?? afterRef
        await payoutQueries.upsertBalanceReading(tx, { account, ...reading, afterRef: last })
      })
    }
  } catch (error) {
    const isLost = error instanceof ProcessorError && error.kind === 'unknown' && afterRef !== null
    // the processor has deleted the line where it stopped: the next attempt begins again
    if (isLost)
      await tenant.db.transaction((tx) =>
        payoutQueries.upsertBalanceReading(tx, { account, ...reading, afterRef: null }),
      )
    throw error
  }
}

/**
 * Reads payments again for which a dispute has moved money: an event may be lost, also that of an appeal
 * which is won after months (D58).
 */
async function refreshDisputed(
  context: TenantContext,
  processors: Processors,
  account: string,
  entries: readonly ProcessorBalanceEntry[],
): Promise<void> {
  const disputed = entries.filter(({ kind }) => kind === 'dispute' || kind === 'dispute_reversal')
  for (const intentRef of new Set(disputed.map((entry) => entry.intentRef))) {
    if (intentRef === null) continue
    const [found] = await context.tenant.db.transaction((tx) =>
      paymentQueries.findPaymentForObservation(tx, { intentRef, paymentId: null, account }),
    )
    if (found) await refreshPayment(context, processors, { ...found, account, intentRef })
  }
}

async function readPayouts(
  { tenant, realClock }: TenantContext,
  processor: Processor,
  { account, readTo }: AccountReading,
): Promise<void> {
  const catalog = await tenant.catalog()
  const from = new Date(readTo.getTime() - payoutDays * 86_400_000)
  for await (const payout of processor.listPayouts({ account, from, budget: pageBudget })) {
    const { payoutRef, hasContents } = payout
    const [read] = await tenant.db.transaction(async (tx) => {
      await storePayout(tx, catalog, account, payout, realClock.now())
      return payoutQueries.findReadPayout(tx, payoutRef)
    })
    if (!read && hasContents) await readContents(tenant, processor, { account, payoutRef })
  }
}

/** It is marked as read after its last page, so that an interrupted reading begins again. */
async function readContents(
  { db }: TenantContext['tenant'],
  processor: Processor,
  place: { account: string; payoutRef: string },
): Promise<void> {
  for await (const entries of processor.listPayoutEntries({ ...place, budget: pageBudget }))
    await db.transaction((tx) => payoutQueries.upsertBalanceEntries(tx, { ...place, entries }))
  await db.transaction((tx) => payoutQueries.updateContentsRead(tx, place.payoutRef))
}
