import type { TillEntry } from '@silla/core'
import { formatLocalTime, formatMoney } from '../text/values.ts'
import { table } from './table.ts'

/** An entry of the till in the output of --json. */
export interface TillRecord extends TillEntry {
  /** In the salon's time zone: `2027-06-30 16:00`. */
  time: string
}

export const tillRecord = (entry: TillEntry, timezone: string): TillRecord => ({
  ...entry,
  time: formatLocalTime(entry.createdAt, timezone),
})

/** `18.00 EUR in cash, with a tip of 2.00 EUR, for booking 7K2MP9QRST` */
export function tillSentence({
  amountCents,
  tipCents,
  currency,
  method,
  bookingId,
  code,
}: Pick<
  TillEntry,
  'amountCents' | 'tipCents' | 'currency' | 'method' | 'bookingId' | 'code'
>): string {
  const tip = tipCents === 0 ? '' : `, with a tip of ${formatMoney(Math.abs(tipCents), currency)}`
  return (
    `${formatMoney(Math.abs(amountCents), currency)} ${methodPhrases[method]}${tip}, for ` +
    `${bookingId === null ? 'order' : 'booking'} ${code}`
  )
}

const methodPhrases = {
  cash: 'in cash',
  card: 'by card',
  other: 'in another way',
} as const satisfies Record<TillEntry['method'], string>

export const tillTable = (entries: readonly TillRecord[]): string =>
  table(
    ['Id', 'Time', 'For', 'Method', 'Amount', 'Tip', 'Who', 'Note'],
    entries.map((entry) => [
      String(entry.id),
      entry.time,
      `${entry.bookingId === null ? 'order' : 'booking'} ${entry.code}`,
      entry.method,
      formatMoney(entry.amountCents, entry.currency),
      formatMoney(entry.tipCents, entry.currency),
      entry.author.name,
      noteOf(entry),
    ]),
  )

function noteOf({ reversesId, reversedById, reason }: TillEntry): string {
  if (reversesId !== null) return `reverses ${reversesId}: ${reason}`
  return reversedById === null ? '' : `reversed by ${reversedById}`
}
