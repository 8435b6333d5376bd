import { type WeekdayName, weekdays } from '@silla/core/provisioning/salon'
import { closestMatch } from '@silla/core/text'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/**
 * `monday`, `mon-fri`, `monday-friday,sunday`, `every-day`, in the order of the week. Three letters
 * of a name will do.
 * @throws UsageError
 */
export function parseWeekdays(text: string): WeekdayName[] {
  const requested = new Set(text === 'every-day' ? weekdays : text.split(',').flatMap(stretch))
  return weekdays.filter((name) => requested.has(name))
}

/** `mon-fri, sun`: short, and as it can be said. */
export function weekdaysText(days: readonly WeekdayName[]): string {
  const stretches: { first: number; last: number }[] = []
  for (const day of days.map((name) => weekdays.indexOf(name))) {
    const before = stretches.at(-1)
    if (before?.last === day - 1) before.last = day
    else stretches.push({ first: day, last: day })
  }
  const short = (day: number) => (weekdays[day] ?? '').slice(0, 3)
  return stretches
    .map(({ first, last }) => (first === last ? short(first) : `${short(first)}-${short(last)}`))
    .join(', ')
}

/** One that begins later in the week than it ends goes over Sunday. */
function stretch(text: string): WeekdayName[] {
  const [first = '', last = first, ...more] = text.split('-')
  if (more.length > 0) throw unknown(text)
  const [start, end] = [indexOf(first), indexOf(last)]
  const length = ((end - start + 7) % 7) + 1
  return Array.from({ length }, (_, step) => weekdays[(start + step) % 7] as WeekdayName)
}

function indexOf(text: string): number {
  const word = text.trim().toLowerCase()
  const index = weekdays.findIndex((name) => name === word || name.slice(0, 3) === word)
  if (index === -1) throw unknown(text.trim())
  return index
}

function unknown(word: string): UsageError {
  const guess = suggestion(closestMatch(word, weekdays))
  return new UsageError(
    `${word || 'An empty word'} is no weekday.${guess} Write monday, mon-fri, monday-friday,sunday or every-day.`,
  )
}
