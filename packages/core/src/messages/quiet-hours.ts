import { wallClock, zoneOf } from '@silla/slots'

const firstMinute = 9 * 60
const lastMinute = 21 * 60

/** When a phone may be disturbed again (D77): between 21:00 and 9:00 at the salon at 9:00; null: now. */
export function quietUntil(at: Date, timezone: string): Date | null {
  const { day, minute } = wallClock(at, timezone)
  if (minute >= firstMinute && minute < lastMinute) return null
  const ends = zoneOf(timezone).toEdge(minute < firstMinute ? day : day + 1, firstMinute)
  return new Date(ends * 60_000)
}
