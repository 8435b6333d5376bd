import { parseDate } from '@silla/slots'

/** A range without a last day is 31 days long (api.md), and none may be longer than so many. */
const usualDays = 31
const daysAtMost = 93

/** How many days a range has, as far as its ends say; what is no date is refused later. */
export function daysBetween(from: unknown, to: unknown): number {
  if (to === undefined || to === null) return usualDays
  const first = dayOf(from)
  const last = dayOf(to)
  if (first === null || last === null) return daysAtMost
  return Math.min(Math.max(last - first + 1, 1), daysAtMost)
}

const dayOf = (text: unknown) => (typeof text === 'string' ? parseDate(text) : null)
