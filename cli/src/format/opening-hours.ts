import type { OpeningDay } from '@silla/core'
import { formatList } from '@silla/core/text'
import { formatSpan, type LocalSpan } from '@silla/slots'

/** From opening to closing on a day; empty when the salon is closed. */
export const hoursOf = (day: OpeningDay | null): LocalSpan[] =>
  day === null ? [] : span(day.opensMinute, day.closesMinute)

/** The break on a day; empty without one. */
export const breakOf = (day: OpeningDay | null): LocalSpan[] =>
  day === null ? [] : span(day.breakStartMinute, day.breakEndMinute)

const span = (startMinute: number | null, endMinute: number | null): LocalSpan[] =>
  startMinute === null || endMinute === null ? [] : [{ startMinute, endMinute }]

/** A named day and the opening hours on it; null when the salon is closed. */
export interface NamedOpening {
  name: string
  opening: OpeningDay | null
}

/**
 * A note about the days on which working times have no effect because the salon is closed then;
 * null when there are none.
 * @param times `10:00-14:00, 16:00-20:00`; null: day off
 */
export function closedDaysNote(days: readonly NamedOpening[], times: string | null): string | null {
  const closed = days.filter(({ opening }) => !isOpenAt(opening, times)).map(({ name }) => name)
  return closed.length === 0
    ? null
    : `The salon is closed then, so this has no effect on: ${formatList(closed)}.`
}

function isOpenAt(opening: OpeningDay | null, times: string | null): boolean {
  const [hours] = hoursOf(opening).map(formatSpan)
  if (hours === undefined) return false
  return times === null || times.split(', ').some((range) => overlap(range, hours))
}

/** Times of a day in this form compare correctly as text. */
const overlap = (one: string, other: string) =>
  startOf(one) < endOf(other) && startOf(other) < endOf(one)

const startOf = (range: string) => range.slice(0, 5)
const endOf = (range: string) => range.slice(6)
