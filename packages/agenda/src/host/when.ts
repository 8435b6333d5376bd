import { isolated } from '@silla/widget/shared'
import type { Host } from './host.ts'

/** `Monday, 4 March, 10:00–10:45` of the salon. */
export const whenOf = (
  host: Pick<Host, 'format'>,
  visit: { fecha: string; hora_inicio: string; hora_fin: string },
): string => `${host.format.date(visit.fecha)}${host.format.comma}${timesOf(host, visit)}`

/** `10:00–10:45` */
export const timesOf = (
  { format }: Pick<Host, 'format'>,
  { hora_inicio, hora_fin }: { hora_inicio: string; hora_fin: string },
): string => isolated([hora_inicio, hora_fin].map((time) => isolated(format.time(time))).join('–'))

/** `4–10 Mar`, `25 Feb – 3 Mar`: from a day to a later one, in what is printed with the year. */
export const datesOf = (
  { format }: Pick<Host, 'format'>,
  [from, to]: readonly [string, string],
  { year }: Pick<Intl.DateTimeFormatOptions, 'year'> = {},
): string =>
  new Intl.DateTimeFormat(format.locale, {
    day: 'numeric',
    month: 'short',
    year,
    timeZone: 'UTC',
  }).formatRange(Date.parse(from), Date.parse(to))

/** By zone: making one takes much longer than using it, and a view needs today in each column. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** The date of an instant in a zone. */
export function dateIn(instant: Date, timeZone: string): string {
  let format = dateFormats.get(timeZone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-CA', { timeZone, ...parts })
    dateFormats.set(timeZone, format)
  }
  return format.format(instant)
}

/** What the clock of a zone shows: `09:05`. */
export const timeIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)
