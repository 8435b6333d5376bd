import { type EpochDay, parseDate } from '@silla/slots'
import type { FileDay } from '../../salon.ts'
import type { ParseContext } from './parse-context.ts'
import type { Path } from './yaml-document.ts'

interface DayWords {
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
export function parseDays(written: DayWords, path: Path, reading: ParseContext): FileDay[] {
  const words = (['day', 'from', 'to', 'in'] as const)
    .filter((word) => written[word] !== undefined)
    .join(' ')
  if (words === 'day')
    return readDate(written.day, [...path, 'day'], reading).map((day) => ({ day }))
  if (words === 'from to') return readRange(written, path, reading)
  if (words === 'in') return readRelative(written.in, [...path, 'in'], reading)
  reading.wrong(path, 'says its days as "day", or as "from" and "to"')
  return []
}

function readDate(written: string | undefined, path: Path, reading: ParseContext): EpochDay[] {
  const day = parseDate(written ?? '')
  if (day !== null) return [day]
  reading.wrong(path, `${written} is not a day of the calendar`)
  return []
}

function readRange({ from, to }: DayWords, path: Path, reading: ParseContext): FileDay[] {
  const [first] = readDate(from, [...path, 'from'], reading)
  const [last] = readDate(to, [...path, 'to'], reading)
  if (first === undefined || last === undefined) return []
  if (last < first) reading.wrong([...path, 'to'], `${to} is before ${from}`)
  if (last - first >= longestRangeDays) {
    reading.wrong([...path, 'to'], `a range has at most ${longestRangeDays} days`)
    return []
  }
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    day: first + index,
  }))
}

function readRelative(written: string | undefined, path: Path, reading: ParseContext): FileDay[] {
  if (reading.mode !== 'demo') {
    reading.wrong(path, 'only a demo salon counts days from its beginning: write a date', 'key')
    return []
  }
  return [{ inDays: Number.parseInt(written ?? '', 10) }]
}
