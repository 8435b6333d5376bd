// How money, ratings and times of day are written for customers: on the page of a salon, in the
// widget and in emails. The language of the text and the country of the salon decide, whatever the
// device prefers, so that an amount or a time is the same wherever it is read.

/** The language of the text in the country of the salon: `en-ES`; without a country, the language. */
export const localeOf = (language: string, country: string): string =>
  /^[A-Z]{2}$/.test(country) ? `${language}-${country}` : language

/**
 * Amounts in major units; whole ones have no decimals: `18 €`, `18,50 €`. The short sign is that of
 * the salon's currency; another one has `symbol`, because many are `$`.
 */
export const moneyFormat = (
  locale: string,
  currency: string,
  currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol',
): Intl.NumberFormat =>
  new Intl.NumberFormat(withPoint(locale), {
    style: 'currency',
    currency,
    currencyDisplay,
    trailingZeroDisplay: 'stripIfInteger',
  })

/** A mean rating with at most one decimal: `4,8`. */
export const ratingFormat = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(withPoint(locale), { maximumFractionDigits: 1 })

/** A time of day, `16:30` or `4:30 PM`, by the clock of a zone; without one, by that of the device. */
export const clockFormat = (locale: string, timeZone?: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })

/** A number of hours or minutes: `48 h`. */
export const unitFormat = (locale: string, unit: 'hour' | 'minute'): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })

/** English has a decimal point in every country; by `en-ES` amounts have one and numbers a comma. */
const withPoint = (locale: string): string => (locale.startsWith('en') ? 'en-001' : locale)
