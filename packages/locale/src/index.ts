export { clockFormat, localeOf, moneyFormat, ratingFormat, unitFormat } from './customer-formats.ts'
export { defaultLanguage, isLanguage, type Language, languageList, languages } from './languages.ts'
