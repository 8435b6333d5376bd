import type { OpeningDay } from '../../../catalog/catalog.ts'
import type { Shift } from '../../salon.ts'
import type { FileClosing } from '../salon-file.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type WeekdayName, weekdays } from '../weekdays.ts'
import { parseDays } from './days.ts'
import { type ParseContext, readSpan, readSpans, textOf } from './parse-context.ts'
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
    const reason = textOf(entry.reason, reading)
    for (const when of parseDays(entry, path, reading)) {
      const closing = {
        when,
        reason,
        fromMinute: span?.startMinute ?? null,
        toMinute: span?.endMinute ?? null,
      }
      if (closings.some((other) => shareTime(other, closing)))
        reading.wrong(path, 'that time is closed already')
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
    reading.wrong([...path, 'break'], 'a break lies within the opening hours')
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
