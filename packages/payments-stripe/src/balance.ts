import type {
  BalanceEntryKind,
  Processor,
  ProcessorBalanceEntry,
  ProcessorPayout,
} from '@silla/core'
import { BalanceEntryShape, checkPage, checkShape, PayoutShape, refOf } from './shapes.ts'
import type { StripeClient } from './stripe-client.ts'

type BalanceMethods = Pick<Processor, 'listBalanceEntries' | 'listPayouts' | 'listPayoutEntries'>

/** The balance of a salon's account, and what is paid out of it (D56). */
export const balanceRequests = (call: StripeClient): BalanceMethods => ({
  listBalanceEntries: ({ from, to, afterRef, ...target }) =>
    pagesOf(afterRef, readBalanceEntry, (place) =>
      call(target, (stripe, options) =>
        stripe.balanceTransactions.list(
          { created: { gte: seconds(from), lt: seconds(to) }, expand, ...place },
          options,
        ),
      ),
    ),

  async *listPayouts({ from, ...target }) {
    const pages = pagesOf(null, readPayout, (place) =>
      call(target, (stripe, options) =>
        stripe.payouts.list({ created: { gte: seconds(from) }, ...place }, options),
      ),
    )
    for await (const page of pages) yield* page
  },

  listPayoutEntries: ({ payoutRef, ...target }) =>
    pagesOf(null, readBalanceEntry, (place) =>
      call(target, (stripe, options) =>
        stripe.balanceTransactions.list({ payout: payoutRef, expand, ...place }, options),
      ),
    ),
})

const expand = ['data.source']

interface PagePlace {
  limit: number
  starting_after?: string
}

/** The pages of a list, from the object after `afterRef` on. */
async function* pagesOf<Item>(
  afterRef: string | null,
  read: (object: unknown) => Item & { entryRef?: string; payoutRef?: string },
  list: (place: PagePlace) => Promise<unknown>,
): AsyncIterable<Item[]> {
  let after = afterRef
  do {
    const page = checkPage(
      await list({ limit: 100, ...(after !== null && { starting_after: after }) }),
    )
    const items = page.data.map(read)
    if (items.length > 0) yield items
    const last = items.at(-1)
    after = page.has_more ? (last?.entryRef ?? last?.payoutRef ?? null) : null
  } while (after !== null)
}

/** @throws ProcessorError `unsure` when it is malformed */
function readBalanceEntry(object: unknown): ProcessorBalanceEntry {
  const entry = checkShape(BalanceEntryShape, object)
  const { source } = entry
  const platformFeeCents = entry.fee_details
    .filter(({ type }) => type === 'application_fee')
    .reduce((sum, { amount }) => sum + amount, 0)
  return {
    entryRef: entry.id,
    kind: kinds[entry.reporting_category] ?? 'other',
    intentRef: (typeof source === 'object' && refOf(source?.payment_intent)) || null,
    amountCents: entry.amount,
    processorFeeCents: entry.fee - platformFeeCents,
    platformFeeCents,
    netCents: entry.net,
    currency: entry.currency.toUpperCase(),
    description: entry.description ?? '',
    createdAt: new Date(entry.created * 1000),
  }
}

/** By Stripe's categories for reports, which are fewer than its types. */
const kinds: Readonly<Record<string, BalanceEntryKind>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  fee: 'fee',
  payout: 'payout',
  payout_reversal: 'payout_failure',
}

/**
 * Reads a payout of a response or an event.
 *
 * @throws ProcessorError `unsure` when it is malformed
 */
export function readPayout(object: unknown): ProcessorPayout {
  const payout = checkShape(PayoutShape, object)
  return {
    payoutRef: payout.id,
    state: states[payout.status] ?? 'pending',
    amountCents: payout.amount,
    currency: payout.currency.toUpperCase(),
    arrivesOn: new Date(payout.arrival_date * 1000).toISOString().slice(0, 10),
    failureCode: payout.failure_code ?? '',
    failureMessage: payout.failure_message ?? '',
    // Stripe lists them for automatic payouts, once it has put them together
    hasContents: payout.reconciliation_status === 'completed',
    createdAt: new Date(payout.created * 1000),
  }
}

const states: Readonly<Record<string, ProcessorPayout['state']>> = {
  in_transit: 'in_transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'cancelled',
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
