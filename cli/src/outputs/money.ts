import { major } from '@silla/money'

/** `12.50 EUR`. */
export const money = (cents: number, currency: string): string => `${major(cents).toFixed(2)} ${currency}`
