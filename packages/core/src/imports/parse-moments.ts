import { type EpochDay, parseDate, parseTime } from '@silla/slots'

/** How a date such as 04/03/2027 is read. */
export type DateOrder = 'dmy' | 'mdy'

/**
 * The day of a date as products write it: `2027-03-04`, `04/03/2027`, `4.3.2027`, `4 Mar 2027`,
 * `Thu, Mar 4, 2027`; null: there is no such day.
 */
export function parseDay(text: string, order: DateOrder): EpochDay | null {
  const written = text.trim().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(written)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const digits = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(written)
  if (digits) {
    const [, first, second, year] = digits
    return order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4})$/.exec(
    written,
  )
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = /^([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(written)
  return monthFirst ? dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null
}

/** Minutes from midnight of `10:30`, `9:05:00`, `9.05`, `2:30 PM`, `2pm`; null: there is no such time. */
export function parseMinute(text: string): number | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap])?\.?(m\.?)?$/i.exec(text.trim())
  if (!found) return null
  const [, hours = '', minutes, half] = found
  if (half === undefined) return minutes === undefined ? null : timeOf(Number(hours), minutes)
  if (Number(hours) < 1 || Number(hours) > 12) return null
  const isAfternoon = half.toLowerCase() === 'p'
  return timeOf((Number(hours) % 12) + (isAfternoon ? 12 : 0), minutes ?? '00')
}

/** Minutes of `45`, `45 min`, `1:30`, `1h 30min`, `1 h`; null: it is no length. */
export function parseLength(text: string): number | null {
  const written = text.trim().toLowerCase()
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(written)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const words = /^(?:(\d{1,2})\s*h(?:rs?|ours?)?)?\s*(?:(\d{1,3})\s*(?:m|mins?|minutes?)?)?$/.exec(
    written,
  )
  if (!words || (words[1] === undefined && words[2] === undefined)) return null
  return Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0)
}

const dayOf = (year = '', month = '', day = '') =>
  parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const monthOf = (name = '') => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

const timeOf = (hours: number, minutes: string) =>
  parseTime(`${String(hours).padStart(2, '0')}:${minutes}`)
