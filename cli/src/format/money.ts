import { decimal } from '@silla/money'

/** `12.50 EUR`. */
export const money = (cents: number, currency: string): string => `${decimal(cents)} ${currency}`
