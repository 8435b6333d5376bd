import { clockFormat, moneyFormat, ratingFormat, unitFormat } from '@silla/locale'
import { firstDay } from '../dates.ts'
import type { Plural } from './es.ts'
import { fill } from './fill.ts'

/** How dates, times, money and lengths are written for one visitor of one salon, by `Intl`. */
export interface Format {
  locale: string
  /** Between the parts of a list, with the space after it. */
  comma: string
  /** `{n}` is the number; the form follows from the language. */
  count(forms: Plural, n: number): string
  number(n: number): string
  money(amount: number): string
  /** A mean rating: `4,8`. */
  rating(rating: number): string
  /** Minutes, as `1 h 15 min`. */
  duration(minutes: number): string
  /** A date of the salon: `Monday, 4 March`. */
  date(date: string): string
  /** A date of the salon: `Mon 4 Mar`. */
  shortDate(date: string): string
  /** A month, `YYYY-MM`: `March 2030`. */
  month(month: string): string
  /** 1 is Monday. */
  weekday(day: number, width: 'long' | 'narrow' | 'short'): string
  dayOfMonth(date: string): string
  /** A time of the salon's clock, `HH:MM`. */
  time(time: string): string
  /** An instant on the clock of a zone; without one, on that of the visitor. */
  clock(instant: Date, timeZone?: string): string
  /** 1 is Monday. */
  firstWeekday: number
}

export function createFormat(locale: string, currency: string): Format {
  const formatted =
    (options: Intl.DateTimeFormatOptions, formatter = dateFormat(locale, options)) =>
    (date: string) =>
      formatter.format(Date.parse(`${date}T00:00Z`))
  const number = new Intl.NumberFormat(locale)
  const plural = new Intl.PluralRules(locale)
  const money = moneyFormat(locale, currency)
  const rating = ratingFormat(locale)
  const time = clockFormat(locale, 'UTC')
  const weekdays = {
    long: formatted({ weekday: 'long' }),
    short: formatted({ weekday: 'short' }),
    narrow: formatted({ weekday: 'narrow' }),
  }
  const month = formatted({ month: 'long', year: 'numeric' })
  return {
    locale,
    comma: locale.startsWith('ar') ? '، ' : ', ',
    count: (forms, n) => fill(forms[plural.select(n)] ?? forms.other, { n: number.format(n) }),
    number: (n) => number.format(n),
    money: (amount) => money.format(amount),
    rating: (value) => rating.format(value),
    duration: (minutes) =>
      [
        minutes >= 60 && unitFormat(locale, 'hour').format(Math.floor(minutes / 60)),
        (minutes % 60 > 0 || minutes === 0) && unitFormat(locale, 'minute').format(minutes % 60),
      ]
        .filter(Boolean)
        .join(' '),
    date: formatted({ weekday: 'long', day: 'numeric', month: 'long' }),
    shortDate: formatted({ weekday: 'short', day: 'numeric', month: 'short' }),
    month: (value) => month(firstDay(value)),
    // 1 January 2024 was a Monday
    weekday: (day, width) => weekdays[width](`2024-01-0${day}`),
    dayOfMonth: formatted({ day: 'numeric' }),
    time: (value) => time.format(Date.parse(`1970-01-01T${value}Z`)),
    clock: (instant, timeZone) => clockFormat(locale, timeZone).format(instant),
    firstWeekday: firstWeekdayOf(locale),
  }
}

const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })

/** Older browsers do not know the first day of the week. */
function firstWeekdayOf(locale: string): number {
  const info: WeekLocale = new Intl.Locale(locale)
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1
}

interface WeekLocale {
  getWeekInfo?(): { firstDay: number }
  weekInfo?: { firstDay: number }
}
