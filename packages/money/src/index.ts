export { formatAmount, toCents, toMajor } from './cents.ts'
export { type Currency, currencies } from './currencies.ts'
