import { formatDate, formatTime, zoneOf } from '@silla/slots'

/** An instant as the salon's wall clock shows it: `2027-06-30 12:00`. */
export function localTime(instant: Date, timezone: string): string {
  const { day, minute } = zoneOf(timezone).toLocal(Math.floor(instant.getTime() / 60_000))
  return `${formatDate(day)} ${formatTime(minute)}`
}
