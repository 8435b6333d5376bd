import { type EpochDay, parseDate } from '@silla/slots'
import type { OpeningDay } from '../../../catalog/catalog.ts'
import { type FileDay, type Shift, type WeekdayName, weekdays } from '../../salon.ts'
import type { FileClosing } from '../salon-file.ts'
import type { SalonFileDocument } from '../schema.ts'
import { type ParseContext, parseSpanAt, parseSpansAt, parseText } from './values.ts'
import type { Path } from './yaml-document.ts'

/** One entry for each weekday. A day that is not listed is closed. */
export function parseOpenings(
  hours: SalonFileDocument['hours'],
  context: ParseContext,
): OpeningDay[] {
  return weekdays.map((name, index) =>
    parseOpeningDay(index + 1, hours[name], ['hours', name], context),
  )
}

/** In the order of the file, one entry for each day. Overlapping closings are reported. */
export function parseClosings(
  input: SalonFileDocument['closings'],
  context: ParseContext,
): FileClosing[] {
  const closings: FileClosing[] = []
  for (const [index, entry] of (input ?? []).entries()) {
    const path = ['closings', index]
    const span =
      entry.time === undefined ? null : parseSpanAt(entry.time, [...path, 'time'], context)
    const reason = parseText(entry.reason, context)
    for (const when of parseDays(entry, path, context)) {
      const closing = {
        when,
        reason,
        fromMinute: span?.startMinute ?? null,
        toMinute: span?.endMinute ?? null,
      }
      if (closings.some((other) => overlaps(other, closing)))
        context.addProblem(path, 'overlaps with another closing')
      closings.push(closing)
    }
  }
  return closings
}

/** By weekday, then by time. */
export function parseWeek(
  input: Partial<Record<WeekdayName, string>>,
  path: Path,
  context: ParseContext,
): Shift[] {
  return weekdays.flatMap((name, index) => {
    const spans = input[name]
    return spans === undefined
      ? []
      : parseSpansAt(spans, [...path, name], context).map((span) => ({
          weekday: index + 1,
          ...span,
        }))
  })
}

type OpeningDayInput = SalonFileDocument['hours'][WeekdayName]

function parseOpeningDay(
  weekday: number,
  input: OpeningDayInput,
  path: Path,
  context: ParseContext,
): OpeningDay {
  if (input === undefined || input === 'closed') {
    return {
      weekday,
      opensMinute: null,
      closesMinute: null,
      breakStartMinute: null,
      breakEndMinute: null,
    }
  }
  const open =
    typeof input === 'string'
      ? parseSpanAt(input, path, context)
      : parseSpanAt(input.open, [...path, 'open'], context)
  const breakSpan =
    typeof input === 'string' || input.break === undefined
      ? null
      : parseSpanAt(input.break, [...path, 'break'], context)
  if (
    breakSpan !== null &&
    (breakSpan.startMinute <= open.startMinute || breakSpan.endMinute >= open.endMinute)
  ) {
    context.addProblem([...path, 'break'], 'must lie within the opening hours')
  }
  return {
    weekday,
    opensMinute: open.startMinute,
    closesMinute: open.endMinute,
    breakStartMinute: breakSpan?.startMinute ?? null,
    breakEndMinute: breakSpan?.endMinute ?? null,
  }
}

function overlaps(a: FileClosing, b: FileClosing): boolean {
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

const maxRangeDays = 366

/**
 * The days of an entry: `day`, or `from` and `to`, or in a demo file `in: 12 days`. Anything else
 * is reported, and the result is empty.
 */
export function parseDays(input: DateKeys, path: Path, context: ParseContext): FileDay[] {
  const keys = (['day', 'from', 'to', 'in'] as const)
    .filter((key) => input[key] !== undefined)
    .join(' ')
  if (keys === 'day')
    return parseDateAt(input.day, [...path, 'day'], context).map((day) => ({ day }))
  if (keys === 'from to') return parseRange(input, path, context)
  if (keys === 'in') return parseRelativeDay(input.in, [...path, 'in'], context)
  context.addProblem(path, 'must have "day", or "from" and "to"')
  return []
}

function parseDateAt(input: string | undefined, path: Path, context: ParseContext): EpochDay[] {
  const day = parseDate(input ?? '')
  if (day !== null) return [day]
  context.addProblem(path, `${input} is not a valid date`)
  return []
}

function parseRange({ from, to }: DateKeys, path: Path, context: ParseContext): FileDay[] {
  const [first] = parseDateAt(from, [...path, 'from'], context)
  const [last] = parseDateAt(to, [...path, 'to'], context)
  if (first === undefined || last === undefined) return []
  if (last < first) context.addProblem([...path, 'to'], `${to} is before ${from}`)
  if (last - first >= maxRangeDays) {
    context.addProblem([...path, 'to'], `a range may have at most ${maxRangeDays} days`)
    return []
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    day: first + index,
  }))
}

function parseRelativeDay(input: string | undefined, path: Path, context: ParseContext): FileDay[] {
  if (context.mode !== 'demo') {
    context.addProblem(path, 'relative days are only allowed in a demo salon: use a date', 'key')
    return []
  }
  return [{ inDays: Number.parseInt(input ?? '', 10) }]
}
