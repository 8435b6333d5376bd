// Arithmetic of calendar dates, `YYYY-MM-DD`, and months, `YYYY-MM`. A date has no time zone here:
// only the salon knows which day is today.

export const addDays = (date: string, days: number): string =>
  isoDate(utc(date) + days * dayMilliseconds)

/** The same day of another month, or that month's last day. */
export function addMonths(date: string, months: number): string {
  const month = shiftMonth(monthOf(date), months)
  return `${month}-${String(Math.min(Number(date.slice(8)), daysInMonth(month))).padStart(2, '0')}`
}

export function shiftMonth(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return isoDate(Date.UTC(year, number - 1 + months, 1)).slice(0, 7)
}

export const monthOf = (date: string): string => date.slice(0, 7)
export const firstDay = (month: string): string => `${month}-01`
export const lastDay = (month: string): string => `${month}-${daysInMonth(month)}`

/** 1 is Monday, 7 is Sunday, as in `Intl`. */
export const weekday = (date: string): number => new Date(utc(date)).getUTCDay() || 7

/** The days from one date to another, both included. */
export function datesBetween(from: string, until: string): string[] {
  const count = (utc(until) - utc(from)) / dayMilliseconds + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The weeks of a month, each of seven dates; null outside the month. */
export function weeksOf(month: string, firstWeekday: number): (string | null)[][] {
  const days: (string | null)[] = datesBetween(firstDay(month), lastDay(month))
  const before = (weekday(firstDay(month)) - firstWeekday + 7) % 7
  const cells = [...Array<null>(before).fill(null), ...days]
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const dayMilliseconds = 86_400_000
const utc = (date: string): number => Date.parse(`${date}T00:00Z`)
const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

const daysInMonth = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}
