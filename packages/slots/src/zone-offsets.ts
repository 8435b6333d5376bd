import type { EpochMinute } from './spans.ts'

/**
 * A period in which a zone has one offset: local time = instant + offsetMinutes. The end is
 * exclusive.
 */
export interface OffsetPeriod {
  from: EpochMinute
  until: EpochMinute
  offsetMinutes: number
}

/**
 * Whether a text is exactly the name of a zone in the time zone database. Offsets such as +02:00
 * are not zones: they have no daylight saving time.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return zonedAt(0, text).timeZoneId === text
  } catch {
    return false
  }
}

/**
 * Returns a function that finds the period of an instant. Temporal is called once for each year
 * ("chapter"); after that a lookup compares with the period of the previous one, or does a binary
 * search.
 */
export function offsetPeriods(timezone: string): (at: EpochMinute) => OffsetPeriod {
  const chapters = new Map<number, OffsetPeriod[]>()
  let latest: OffsetPeriod = { from: 0, until: 0, offsetMinutes: 0 }
  return (at) => {
    if (latest.from <= at && at < latest.until) return latest
    const number = Math.floor(at / chapterMinutes)
    let chapter = chapters.get(number)
    if (chapter === undefined) {
      chapter = readChapter(timezone, number * chapterMinutes)
      chapters.set(number, chapter)
    }
    latest = periodAt(chapter, at)
    return latest
  }
}

// 366 days; a period that crosses the end of a chapter is split into two with the same offset
const chapterMinutes = 366 * 1440

/** Periods that cover `from` and the chapter after it without a gap. */
function readChapter(timezone: string, from: EpochMinute): OffsetPeriod[] {
  const end = from + chapterMinutes
  const periods: OffsetPeriod[] = []
  let now = zonedAt(from, timezone)
  let start = from
  while (start < end) {
    const change = now.getTimeZoneTransition('next')
    const until = change === null ? end : Math.min(end, toMinute(change.epochMilliseconds))
    if (until > start)
      periods.push({ from: start, until, offsetMinutes: Math.round(now.offsetNanoseconds / 60e9) })
    start = until
    if (change !== null) now = change
  }
  return periods
}

function periodAt(periods: readonly OffsetPeriod[], at: EpochMinute): OffsetPeriod {
  let low = 0
  let high = periods.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((periods[middle] as OffsetPeriod).from <= at) low = middle
    else high = middle - 1
  }
  return periods[low] as OffsetPeriod
}

function zonedAt(at: EpochMinute, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at * 60_000).toZonedDateTimeISO(timezone)
}

// before 1972 some zones counted seconds: their offsets and changes are rounded to the minute
function toMinute(epochMilliseconds: number): EpochMinute {
  return Math.round(epochMilliseconds / 60_000)
}
