import { formatDate, formatTime, wallClock } from '@silla/slots'

/** An instant as the salon's wall clock shows it: `2027-06-30 12:00`. */
export function localTime(instant: Date, timezone: string): string {
  const { day, minute } = wallClock(instant, timezone)
  return `${formatDate(day)} ${formatTime(minute)}`
}
