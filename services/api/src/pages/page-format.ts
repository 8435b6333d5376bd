import type { Catalog, LocalMoment, OpeningStatus, Translated } from '@silla/core'
import {
  clockFormat,
  type Language,
  languages,
  localeOf,
  moneyFormat,
  ratingFormat,
} from '@silla/locale'
import { type Currency, toMajor } from '@silla/money'
import { type EpochDay, type LocalSpan, minutesPerDay } from '@silla/slots'
import type { PageTexts, Plural } from './texts/page-texts.ts'
import { fill, textsIn } from './texts/texts.ts'

/** Texts, dates, times and amounts of one salon's pages in one language. */
export interface PageFormat {
  language: Language
  /** For the attribute `lang`, and for Intl: `en-ES`. */
  locale: string
  texts: PageTexts
  /** A text of the salon, with its language where that is another one. */
  text(text: Translated): SalonText
  /** Between the parts of a list. */
  comma: string
  price(cents: number): string
  /** `1 h 15 min` */
  duration(minutes: number): string
  /** `24 hours` or `45 minutes`, in full. */
  period(minutes: number): string
  time(minute: number): string
  /** `10:00–14:00, 16:00–20:00` */
  spans(spans: readonly LocalSpan[]): string
  /** `Monday, 4 March` */
  day(day: EpochDay): string
  /** `4–6 March` */
  days(first: EpochDay, last: EpochDay): string
  /** `4 March 2030` */
  date(day: EpochDay): string
  weekday(weekday: number): string
  rating(rating: number): string
  count(texts: Plural, number: number, values?: Record<string, string>): string
  status(status: OpeningStatus, today: EpochDay): string
}

export interface SalonText {
  text: string
  /** null: the language of the page. */
  language: Language | null
}

const millisecondsPerDay = 86_400_000
/** 1970-01-05 */
const firstMonday = 4

/** The formatters of Intl take a while to create. */
const cached = new Map<string, PageFormat>()

export function pageFormat({ business, settings }: Catalog, language: Language): PageFormat {
  const { country } = business.address
  const { currency, mainLanguage } = settings
  const key = `${language}-${country} ${currency} ${mainLanguage}`
  let format = cached.get(key)
  if (format === undefined) {
    format = createFormat(language, { country, currency, mainLanguage })
    cached.set(key, format)
  }
  return format
}

function createFormat(
  language: Language,
  {
    country,
    currency,
    mainLanguage,
  }: { country: string; currency: Currency } & {
    mainLanguage: Language
  },
): PageFormat {
  const locale = localeOf(language, country)
  const texts = textsIn(language)
  const number = new Intl.NumberFormat(locale)
  const rating = ratingFormat(locale)
  const money = moneyFormat(locale, currency)
  const plural = new Intl.PluralRules(locale)
  const inUtc = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const clock = clockFormat(locale, 'UTC')
  const day = inUtc({ weekday: 'long', day: 'numeric', month: 'long' })
  const dayOfMonth = inUtc({ day: 'numeric', month: 'long' })
  const date = inUtc({ day: 'numeric', month: 'long', year: 'numeric' })
  const weekday = inUtc({ weekday: 'long' })
  const units = (unit: 'hour' | 'minute' | 'day', unitDisplay: 'long' | 'short') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay })

  const comma = language === 'ar' ? '، ' : ', '
  const time = (minute: number) => clock.format((minute % minutesPerDay) * 60_000)
  const atDay = (epochDay: EpochDay) => epochDay * millisecondsPerDay

  return {
    language,
    locale,
    texts,
    comma,
    text(text) {
      const found = [language, mainLanguage, ...languages].find((each) => text[each])
      return {
        text: found === undefined ? '' : (text[found] ?? ''),
        language: found === language || found === undefined ? null : found,
      }
    },
    price: (cents) => money.format(toMajor(cents)),
    duration(minutes) {
      const hours = Math.floor(minutes / 60)
      const rest = minutes % 60
      return [
        hours > 0 ? units('hour', 'short').format(hours) : '',
        rest > 0 ? units('minute', 'short').format(rest) : '',
      ]
        .filter(Boolean)
        .join(' ')
    },
    period: (minutes) =>
      minutes % 60 === 0
        ? units('hour', 'long').format(minutes / 60)
        : units('minute', 'long').format(minutes),
    time,
    spans: (spans) =>
      spans
        .map(({ startMinute, endMinute }) => `${time(startMinute)}–${time(endMinute)}`)
        .join(comma),
    day: (epochDay) => day.format(atDay(epochDay)),
    days: (first, last) =>
      first === last ? day.format(atDay(first)) : dayOfMonth.formatRange(atDay(first), atDay(last)),
    date: (epochDay) => date.format(atDay(epochDay)),
    weekday: (number) => capitalized(weekday.format(atDay(firstMonday + number - 1)), locale),
    rating: (value) => rating.format(value),
    count: (forms, count, values = {}) =>
      fill(forms[plural.select(count)] ?? forms.other, { ...values, n: number.format(count) }),
    status: (status, today) => statusText(status, today),
  }

  function statusText(status: OpeningStatus, today: EpochDay): string {
    if (status.isOpen) {
      return status.closes === null
        ? texts.openAllDay
        : fill(texts.openUntil, { time: time(status.closes.minute) })
    }
    return status.opens === null ? texts.closed : opensText(status.opens, today)
  }

  function opensText({ day: opens, minute }: LocalMoment, today: EpochDay): string {
    const text =
      opens === today
        ? texts.closedUntilToday
        : opens === today + 1
          ? texts.closedUntilTomorrow
          : texts.closedUntil
    return fill(text, { time: time(minute), day: day.format(atDay(opens)) })
  }
}

const capitalized = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
