import { type WeekdayName, weekdays } from '@silla/core/provisioning/salon'
import { closestMatch } from '@silla/core/text'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * Reads `monday`, `mon-fri`, `monday-friday,sunday` or `every-day`. Returns the days in the order
 * of the week. Names may be shortened to three letters.
 * @throws UsageError
 */
export function parseWeekdays(text: string): WeekdayName[] {
  const requested = new Set(text === 'every-day' ? weekdays : text.split(',').flatMap(daysInRange))
  return weekdays.filter((name) => requested.has(name))
}

/** Weekdays as text, consecutive days as a range: `mon-fri, sun`. */
export function formatWeekdays(days: readonly WeekdayName[]): string {
  const ranges: { first: number; last: number }[] = []
  for (const day of days.map((name) => weekdays.indexOf(name))) {
    const previous = ranges.at(-1)
    if (previous?.last === day - 1) previous.last = day
    else ranges.push({ first: day, last: day })
  }
  const short = (day: number) => (weekdays[day] ?? '').slice(0, 3)
  return ranges
    .map(({ first, last }) => (first === last ? short(first) : `${short(first)}-${short(last)}`))
    .join(', ')
}

/** A range that begins later in the week than it ends continues past Sunday: `sat-mon`. */
function daysInRange(text: string): WeekdayName[] {
  const [first = '', last = first, ...more] = text.split('-')
  if (more.length > 0) throw invalidWeekday(text)
  const [start, end] = [indexOf(first), indexOf(last)]
  const length = ((end - start + 7) % 7) + 1
  return Array.from({ length }, (_, step) => weekdays[(start + step) % 7] as WeekdayName)
}

function indexOf(text: string): number {
  const word = text.trim().toLowerCase()
  const index = weekdays.findIndex((name) => name === word || name.slice(0, 3) === word)
  if (index === -1) throw invalidWeekday(text.trim())
  return index
}

function invalidWeekday(word: string): UsageError {
  const guess = suggestion(closestMatch(word, weekdays))
  return new UsageError(
    `Invalid weekday "${word}": expected monday, mon-fri, monday-friday,sunday or ` +
      `every-day.${guess}`,
  )
}
