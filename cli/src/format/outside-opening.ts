import type { OpeningDay } from '@silla/core'
import { formatList } from '@silla/core/text'
import { formatSpan } from '@silla/slots'
import { hoursOf } from './opening-day.ts'

/** A day by its name, and when the salon opens then; null when it does not. */
export interface NamedOpening {
  name: string
  opening: OpeningDay | null
}

/**
 * A sentence that names the days on which nothing comes of somebody's times, since the salon is not
 * open then; null when there are none.
 * @param times `10:00-14:00, 16:00-20:00`; null is off
 */
export function outsideOpening(days: readonly NamedOpening[], times: string | null): string | null {
  const idle = days.filter(({ opening }) => !isOpenThen(opening, times)).map(({ name }) => name)
  return idle.length === 0
    ? null
    : `The salon is not open then, so nothing comes of it: ${formatList(idle)}.`
}

function isOpenThen(opening: OpeningDay | null, times: string | null): boolean {
  const [hours] = hoursOf(opening).map(formatSpan)
  if (hours === undefined) return false
  return times === null || times.split(', ').some((span) => meet(span, hours))
}

/** Times of a day in this form compare as texts do. */
const meet = (one: string, other: string) =>
  startOf(one) < endOf(other) && startOf(other) < endOf(one)

const startOf = (span: string) => span.slice(0, 5)
const endOf = (span: string) => span.slice(6)
