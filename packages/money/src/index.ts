export { cents, major } from './cents.ts'
export { type Currency, currencies } from './currencies.ts'
