import { type EpochDay, type LocalSpan, minutesPerDay, openTime, wallClock } from '@silla/slots'
import { scheduleOf } from '../availability/schedule.ts'
import type { Catalog } from '../catalog/catalog.ts'

/** Whether a salon is open, and until or from when, in its local time. */
export type OpeningStatus =
  /** `closes`: the end of the open time; null when it does not close within a day. */
  | { isOpen: true; closes: LocalMoment | null }
  /** `opens`: null when it does not open within the next weeks. */
  | { isOpen: false; opens: LocalMoment | null }

/** A time on a clock of the salon; `minute` is 0 to 1439. */
export interface LocalMoment {
  day: EpochDay
  minute: number
}

/** The salon's status at a moment, from its opening hours, breaks and closing days. */
export function openingStatus(catalog: Catalog, now: Date): OpeningStatus {
  const { day, minute } = wallClock(now, catalog.settings.timezone)
  const current = openSpansOn(catalog, day).find(
    ({ startMinute, endMinute }) => startMinute <= minute && minute < endMinute,
  )
  return current === undefined
    ? { isOpen: false, opens: nextOpening(catalog, { day, minute }) }
    : { isOpen: true, closes: closingAfter(catalog, day, current) }
}

/** When the salon is open on a date, closing days included. */
export const openSpansOn = (catalog: Catalog, day: EpochDay): readonly LocalSpan[] =>
  openTime(scheduleOf(catalog).business, day).open

/** When the salon is open in an ordinary week, by weekday, 1 Monday to 7 Sunday. */
export const usualWeek = (catalog: Catalog): { weekday: number; open: readonly LocalSpan[] }[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    open: scheduleOf(catalog).business.week.get(weekday) ?? [],
  }))

const daysSearched = 60

function nextOpening(catalog: Catalog, from: LocalMoment): LocalMoment | null {
  for (let day = from.day; day <= from.day + daysSearched; day++) {
    const next = openSpansOn(catalog, day).find(
      ({ startMinute }) => day > from.day || startMinute > from.minute,
    )
    if (next !== undefined) return { day, minute: next.startMinute }
  }
  return null
}

/** Open time that reaches midnight may go on after it. */
function closingAfter(catalog: Catalog, day: EpochDay, span: LocalSpan): LocalMoment | null {
  if (span.endMinute < minutesPerDay) return { day, minute: span.endMinute }
  const [next] = openSpansOn(catalog, day + 1)
  if (next === undefined || next.startMinute > 0) return { day: day + 1, minute: 0 }
  return next.endMinute < minutesPerDay ? { day: day + 1, minute: next.endMinute } : null
}
