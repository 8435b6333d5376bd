import type { LocalSpan } from './spans.ts'

export const minutesPerDay = 1440

/**
 * Minutes from local midnight for a strict `HH:MM` from 00:00 to 23:59, else null: 24:00 and 9:00
 * are not valid times (D4).
 */
export function parseTime(text: string): number | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
}

/**
 * The span of a text such as `10:00-14:00` or `16:00 - 24:00`, else null. Whether it ends after it
 * starts is left to the caller, which can report that better.
 */
export function parseSpan(text: string): LocalSpan | null {
  const [start, end, ...rest] = text.split('-')
  if (start === undefined || end === undefined || rest.length > 0) return null
  const startMinute = parseTime(start.trimEnd())
  const endTime = end.trimStart()
  const endMinute = endTime === '24:00' ? minutesPerDay : parseTime(endTime)
  return startMinute === null || endMinute === null ? null : { startMinute, endMinute }
}

/** `HH:MM` of minutes from local midnight; 1440, the midnight that ends the day, gives 00:00. */
export const formatTime = (minute: number): string => times[minute % minutesPerDay] as string

/** Built once: responses contain dozens of times each. */
const times = Array.from({ length: minutesPerDay }, (_, minute) => {
  const hours = Math.floor(minute / 60)
  return `${String(hours).padStart(2, '0')}:${String(minute - hours * 60).padStart(2, '0')}`
})

/** `10:00-14:00`; here the midnight that ends the day gives 24:00. */
export const formatSpan = ({ startMinute, endMinute }: LocalSpan): string =>
  `${formatTime(startMinute)}-${endMinute === minutesPerDay ? '24:00' : formatTime(endMinute)}`
