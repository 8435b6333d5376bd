export { clockFormat, localeOf, moneyFormat, ratingFormat } from './customer-formats.ts'
export { defaultLanguage, isLanguage, type Language, languageList, languages } from './languages.ts'
