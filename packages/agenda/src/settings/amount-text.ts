import { moneyFormat } from '@silla/locale'
import type { Host } from '../host/host.ts'

/** An amount to be edited beside its currency: `24`, `22,50` with the decimal mark of the locale. */
export function amountText({
  format,
  catalog,
}: Pick<Host, 'format' | 'catalog'>): (amount: number) => string {
  const money = moneyFormat(format.locale, catalog.currency)
  return (amount) =>
    money
      .formatToParts(amount)
      .map(({ type, value }) => (parts.has(type) ? value : ''))
      .join('')
}

const parts: ReadonlySet<string> = new Set(['minusSign', 'integer', 'decimal', 'fraction'])
