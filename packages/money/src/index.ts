export { cents, decimal, major } from './cents.ts'
export { type Currency, currencies } from './currencies.ts'
