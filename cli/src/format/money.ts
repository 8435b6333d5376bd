import { formatAmount } from '@silla/money'

/** `12.50 EUR`. */
export const money = (cents: number, currency: string): string =>
  `${formatAmount(cents)} ${currency}`
