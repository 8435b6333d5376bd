import type { LocalSpan } from './spans.ts'

export const minutesPerDay = 1440

/**
 * Minutes from local midnight for a strict `HH:MM` from 00:00 to 23:59, else null: 24:00 and 9:00
 * are no times (D4).
 */
export function parseTime(text: string): number | null {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return null
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
}

/** `HH:MM` of minutes from local midnight; 1440, the midnight that ends the day, reads 00:00. */
export function formatTime(minute: number): string {
  const ofDay = minute % minutesPerDay
  const hours = Math.floor(ofDay / 60)
  return `${String(hours).padStart(2, '0')}:${String(ofDay - hours * 60).padStart(2, '0')}`
}

/** `10:00-14:00`; the midnight that ends the day reads 24:00. */
export const formatSpan = ({ startMinute, endMinute }: LocalSpan): string =>
  `${formatTime(startMinute)}-${endMinute === minutesPerDay ? '24:00' : formatTime(endMinute)}`
