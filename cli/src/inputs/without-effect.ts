import type { OpeningDay } from '@silla/core'
import { spanText } from '../outputs/span-text.ts'

/** A day by its name, and when the salon opens then; null when it does not. */
export interface NamedOpening {
  name: string
  opening: OpeningDay | null
}

/**
 * A sentence that names the days on which nothing comes of somebody's times, since the salon is not open then; null when there are none.
 * @param times `10:00-14:00, 16:00-20:00`; null is off
 */
export function withoutEffect(days: readonly NamedOpening[], times: string | null): string | null {
  const idle = days.filter(({ opening }) => !isOpenThen(opening, times)).map(({ name }) => name)
  if (idle.length === 0) return null
  const more = idle.length > mostNamed ? ` and ${idle.length - mostNamed} more` : ''
  return `The salon is not open then, so nothing comes of it: ${idle.slice(0, mostNamed).join(', ')}${more}.`
}

const mostNamed = 5

/** Times of a day in this form compare as texts do. */
function isOpenThen(opening: OpeningDay | null, times: string | null): boolean {
  if (opening === null || opening.opensMinute === null || opening.closesMinute === null) return false
  const hours = spanText({ startMinute: opening.opensMinute, endMinute: opening.closesMinute })
  return (
    times === null ||
    times.split(', ').some((span) => span.slice(0, 5) < hours.slice(6) && hours.slice(0, 5) < span.slice(6))
  )
}
