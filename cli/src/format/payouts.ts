import type { Payout, PayoutDetail } from '@silla/core'
import { formatLocalTime, formatMoney } from '../text/values.ts'
import { table } from './table.ts'

export const payoutTable = (payouts: readonly Payout[], timezone: string): string =>
  table(
    ['Id', 'Made', 'Arrives', 'Amount', 'State', 'Payout', 'Note'],
    payouts.map((payout) => [
      String(payout.id),
      formatLocalTime(payout.createdAt, timezone),
      payout.arrivesOn,
      formatMoney(payout.amountCents, payout.currency),
      payout.state,
      payout.payoutRef,
      payout.failureMessage,
    ]),
  )

/** A payout with its lines, and what they add up to. */
export function payoutText(
  { payout, sums, entries }: Pick<PayoutDetail, 'payout' | 'sums' | 'entries'>,
  timezone: string,
): string {
  if (sums.entryCount === 0)
    return `${payoutTable([payout], timezone)}\nIts lines were not read yet.`
  const { currency } = payout
  const rows = entries.map((entry) => [
    formatLocalTime(entry.createdAt, timezone),
    entry.kind,
    entry.code ?? entry.description,
    formatMoney(entry.amountCents, entry.currency),
    formatMoney(entry.processorFeeCents, entry.currency),
    formatMoney(entry.platformFeeCents, entry.currency),
    formatMoney(entry.netCents, entry.currency),
  ])
  const total = [
    'Total',
    '',
    '',
    formatMoney(sums.netCents + sums.processorFeeCents + sums.platformFeeCents, currency),
    formatMoney(sums.processorFeeCents, currency),
    formatMoney(sums.platformFeeCents, currency),
    formatMoney(sums.netCents, currency),
  ]
  const headings = ['Time', 'Kind', 'For', 'Amount', 'Processor fee', 'Platform fee', 'Net']
  return `${payoutTable([payout], timezone)}\n\n${table(headings, [...rows, total])}`
}
