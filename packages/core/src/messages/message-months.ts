import { formatDate, wallClock } from '@silla/slots'

/** The first day of the month at the salon: `2026-11-01`. */
export const monthOf = (at: Date, timezone: string): string =>
  `${formatDate(wallClock(at, timezone).day).slice(0, 7)}-01`
