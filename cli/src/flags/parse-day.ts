import { closestMatch } from '@silla/core/text'
import { type EpochDay, parseDate, wallClock } from '@silla/slots'
import { UsageError } from '../errors/report-error.ts'
import { suggestion } from '../errors/suggestion.ts'

/** `2027-06-30`, or `yesterday`, `today`, `tomorrow` where the salon is. */
export function parseDay(flag: string, text: string, timezone: string, now: Date): EpochDay {
  const { day: today } = wallClock(now, timezone)
  const words = new Map([
    ['yesterday', today - 1],
    ['today', today],
    ['tomorrow', today + 1],
  ])
  const day = words.get(text) ?? parseDate(text)
  if (day !== null) return day
  const guess = suggestion(closestMatch(text, words.keys()))
  throw new UsageError(
    `--${flag} ${text} is not understood: write 2027-06-30, today or tomorrow.${guess}`,
  )
}
