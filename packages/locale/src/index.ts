export { clockFormat, localeOf, moneyFormat, ratingFormat } from './customer-formats.ts'
