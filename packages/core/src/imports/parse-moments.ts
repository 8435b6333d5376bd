import { type EpochDay, parseDate, parseTime } from '@silla/slots'
import { normalize } from '../text.ts'

/** How a date such as 04/03/2027 is read. */
export type DateOrder = 'dmy' | 'mdy'

/**
 * The day of a date as products write it: `2027-03-04`, `04/03/2027`, `4.3.2027`, `4 Mar 2027`,
 * `Thu, Mar 4, 2027`, `jueves, 4 de marzo de 2027`; null: there is no such day.
 */
export function parseDay(text: string, order: DateOrder): EpochDay | null {
  const written = normalize(text)
    .trim()
    .replace(weekday, '')
    .replace(/\bdel?\s+/g, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(written)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const digits = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(written)
  if (digits) {
    const [, first, second, year] = digits
    return order === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,10})\.?,?[\s-]+(\d{4})$/.exec(written)
  if (dayFirst) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const monthFirst = /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(written)
  return monthFirst ? dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null
}

/** `mar` alone is March. */
const weekday = /^(mon|tue|wed|thu|fri|sat|sun|lun|martes|mie|jue|vie|sab|dom)[a-z]*\.?,?\s+/

/** Minutes from midnight of `10:30`, `9:05:00`, `9.05`, `2:30 PM`, `2pm`, `10:30 h`; null: there is no such time. */
export function parseMinute(text: string): number | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*(?:([ap])?\.?\s*(m\.?)?|h\.?)$/i.exec(
    text.trim(),
  )
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
  const words =
    /^(?:(\d{1,2})\s*h(?:rs?|ours?|oras?)?)?\s*(?:(\d{1,3})\s*(?:m|mins?|minut[eo]s?)?)?$/.exec(
      written,
    )
  if (!words || (words[1] === undefined && words[2] === undefined)) return null
  return Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0)
}

const dayOf = (year = '', month = '', day = '') =>
  parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)

/** By their first letters. */
const months: readonly RegExp[] = [
  ...[/^(jan|ene)/, /^feb/, /^mar/, /^(apr|abr)/, /^may/, /^jun/, /^jul/, /^(aug|ago)/],
  ...[/^se[pt]/, /^oct/, /^nov/, /^(dec|dic)/],
]

const monthOf = (name = '') => String(months.findIndex((month) => month.test(name)) + 1)

const timeOf = (hours: number, minutes: string) =>
  parseTime(`${String(hours).padStart(2, '0')}:${minutes}`)
