import { isolated } from '@silla/widget/shared'
import type { Host } from './host.ts'

/** `Monday, 4 March, 10:00–10:45` of the salon. */
export const whenOf = (
  { format }: Pick<Host, 'format'>,
  { fecha, hora_inicio, hora_fin }: { fecha: string; hora_inicio: string; hora_fin: string },
): string => {
  const range = [hora_inicio, hora_fin].map((time) => isolated(format.time(time))).join('–')
  return `${format.date(fecha)}, ${isolated(range)}`
}

/** `4–10 Mar`, `25 Feb – 3 Mar`: from a day to a later one. */
export const datesOf = ({ format }: Pick<Host, 'format'>, from: string, to: string): string =>
  new Intl.DateTimeFormat(format.locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).formatRange(Date.parse(from), Date.parse(to))

/** The date of an instant in a zone. */
export const dateIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)

/** What the clock of a zone shows: `09:05`. */
export const timeIn = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)
