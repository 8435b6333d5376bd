import type { Catalog, Translated } from '@silla/core'
import { clockFormat, localeOf, moneyFormat, unitFormat } from '@silla/locale'
import { toMajor } from '@silla/money'
import type { Translation } from './translations/translation.ts'

/** Formats days, times, amounts and translated texts for one email. */
export interface Formatters {
  day(at: Date): string
  time(at: Date): string
  /** `10:00–10:30` */
  span(start: Date, end: Date): string
  /** Day and time. */
  when(at: Date): string
  /** `48 h` */
  hours(count: number): string
  /** Any ISO 4217 currency: a payment may arrive in one that no salon charges in. */
  money(cents: number, currency: string): string
  /** In the recipient's language, else in the salon's main language, else in any. */
  text(texts: Translated): string
}

export function formattersFor(
  translation: Translation,
  { business, settings }: Catalog,
  timeZone = settings.timezone,
): Formatters {
  const { language } = translation
  const locale = localeOf(language, business.address.country)
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const clock = clockFormat(locale, timeZone)
  const time = (at: Date) => clock.format(at)
  return {
    day: (at) => day.format(at),
    time,
    span: (start, end) => `${time(start)}–${time(end)}`,
    hours: (count) => unitFormat(locale, 'hour').format(count),
    when: (at) => `${day.format(at)}${translation.comma}${time(at)}`,
    money: (cents, currency) =>
      moneyFormat(
        locale,
        currency,
        currency === settings.currency ? 'narrowSymbol' : 'symbol',
      ).format(toMajor(cents)),
    text: (texts) =>
      texts[language] || texts[settings.mainLanguage] || Object.values(texts).find(Boolean) || '',
  }
}
