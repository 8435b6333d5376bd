import { type EpochDay, parseDate } from '@silla/slots'
import type { OpeningDay } from '../../../catalog/catalog.ts'
import { type FileDay, type Shift, type WeekdayName, weekdays } from '../../salon.ts'
import type { FileClosing } from '../salon-file.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseText, readSpan, readSpans } from './values.ts'
import type { Path } from './yaml-document.ts'

/** One day for each weekday; one that is not written is closed. */
export function parseOpenings(
  hours: SalonFileDocument['hours'],
  reading: ParseContext,
): OpeningDay[] {
  return weekdays.map((name, index) =>
    readOpeningDay(index + 1, hours[name], ['hours', name], reading),
  )
}

/** By the order of the file, ranges one by one; closings that share time are told. */
export function parseClosings(
  written: SalonFileDocument['closings'],
  reading: ParseContext,
): FileClosing[] {
  const closings: FileClosing[] = []
  for (const [index, entry] of (written ?? []).entries()) {
    const path = ['closings', index]
    const span = entry.time === undefined ? null : readSpan(entry.time, [...path, 'time'], reading)
    const reason = parseText(entry.reason, reading)
    for (const when of parseDays(entry, path, reading)) {
      const closing = {
        when,
        reason,
        fromMinute: span?.startMinute ?? null,
        toMinute: span?.endMinute ?? null,
      }
      if (closings.some((other) => shareTime(other, closing)))
        reading.addProblem(path, 'that time is closed already')
      closings.push(closing)
    }
  }
  return closings
}

/** By weekday, then by time. */
export function parseWeek(
  written: Partial<Record<WeekdayName, string>>,
  path: Path,
  reading: ParseContext,
): Shift[] {
  return weekdays.flatMap((name, index) => {
    const spans = written[name]
    return spans === undefined
      ? []
      : readSpans(spans, [...path, name], reading).map((span) => ({ weekday: index + 1, ...span }))
  })
}

type WrittenDay = SalonFileDocument['hours'][WeekdayName]

function readOpeningDay(
  weekday: number,
  written: WrittenDay,
  path: Path,
  reading: ParseContext,
): OpeningDay {
  if (written === undefined || written === 'closed') {
    return {
      weekday,
      opensMinute: null,
      closesMinute: null,
      breakStartMinute: null,
      breakEndMinute: null,
    }
  }
  const open =
    typeof written === 'string'
      ? readSpan(written, path, reading)
      : readSpan(written.open, [...path, 'open'], reading)
  const pause =
    typeof written === 'string' || written.break === undefined
      ? null
      : readSpan(written.break, [...path, 'break'], reading)
  if (
    pause !== null &&
    (pause.startMinute <= open.startMinute || pause.endMinute >= open.endMinute)
  ) {
    reading.addProblem([...path, 'break'], 'a break lies within the opening hours')
  }
  return {
    weekday,
    opensMinute: open.startMinute,
    closesMinute: open.endMinute,
    breakStartMinute: pause?.startMinute ?? null,
    breakEndMinute: pause?.endMinute ?? null,
  }
}

function shareTime(a: FileClosing, b: FileClosing): boolean {
  return (
    JSON.stringify(a.when) === JSON.stringify(b.when) &&
    (a.fromMinute ?? 0) < (b.toMinute ?? 1440) &&
    (b.fromMinute ?? 0) < (a.toMinute ?? 1440)
  )
}

interface DateKeys {
  day?: string
  from?: string
  to?: string
  in?: string
}

const longestRangeDays = 366

/**
 * The days an entry speaks of: `day`, or `from` and `to`, or (in a demo file) `in: 12 days`. Told
 * and empty when it is none of these.
 */
export function parseDays(written: DateKeys, path: Path, reading: ParseContext): FileDay[] {
  const words = (['day', 'from', 'to', 'in'] as const)
    .filter((word) => written[word] !== undefined)
    .join(' ')
  if (words === 'day')
    return readDate(written.day, [...path, 'day'], reading).map((day) => ({ day }))
  if (words === 'from to') return readRange(written, path, reading)
  if (words === 'in') return readRelative(written.in, [...path, 'in'], reading)
  reading.addProblem(path, 'says its days as "day", or as "from" and "to"')
  return []
}

function readDate(written: string | undefined, path: Path, reading: ParseContext): EpochDay[] {
  const day = parseDate(written ?? '')
  if (day !== null) return [day]
  reading.addProblem(path, `${written} is not a day of the calendar`)
  return []
}

function readRange({ from, to }: DateKeys, path: Path, reading: ParseContext): FileDay[] {
  const [first] = readDate(from, [...path, 'from'], reading)
  const [last] = readDate(to, [...path, 'to'], reading)
  if (first === undefined || last === undefined) return []
  if (last < first) reading.addProblem([...path, 'to'], `${to} is before ${from}`)
  if (last - first >= longestRangeDays) {
    reading.addProblem([...path, 'to'], `a range has at most ${longestRangeDays} days`)
    return []
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    day: first + index,
  }))
}

function readRelative(written: string | undefined, path: Path, reading: ParseContext): FileDay[] {
  if (reading.mode !== 'demo') {
    reading.addProblem(
      path,
      'only a demo salon counts days from its beginning: write a date',
      'key',
    )
    return []
  }
  return [{ inDays: Number.parseInt(written ?? '', 10) }]
}
