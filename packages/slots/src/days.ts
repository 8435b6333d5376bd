/** Days since 1970-01-01: a calendar date without a zone. */
export type EpochDay = number

/** The day of a strict, valid `YYYY-MM-DD` (years 0001 to 9999), else null: not 2026-02-30 (D4). */
export function parseDate(text: string): EpochDay | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const dayOfMonth = Number(text.slice(8, 10))
  if (year < 1 || month < 1 || month > 12) return null
  if (dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month)) return null
  return epochDay(year, month, dayOfMonth)
}

/** `YYYY-MM-DD`. */
export function formatDate(day: EpochDay): string {
  const { year, month, dayOfMonth } = civilDate(day)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfMonth, 2)}`
}

/** 1 Monday to 7 Sunday. */
export function weekdayOf(day: EpochDay): number {
  // 1970-01-01 was a Thursday
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** The same day of the month `months` later, clamped to the month's last day (D4). */
export function addMonths(day: EpochDay, months: number): EpochDay {
  const { year, month, dayOfMonth } = civilDate(day)
  const monthsSinceYearZero = year * 12 + (month - 1) + months
  const targetYear = Math.floor(monthsSinceYearZero / 12)
  const targetMonth = monthsSinceYearZero - targetYear * 12 + 1
  return epochDay(
    targetYear,
    targetMonth,
    Math.min(dayOfMonth, daysInMonth(targetYear, targetMonth)),
  )
}

// The Gregorian calendar in integer arithmetic. Years start in March here: with the leap day at the
// end, one formula gives the days before each month. The calendar repeats after an era of 400
// years, which are 146,097 days.

const daysPerEra = 146_097
const daysFromYearZeroMarchTo1970 = 719_468

function epochDay(year: number, month: number, dayOfMonth: number): EpochDay {
  const marchYear = month <= 2 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = daysBeforeMonth((month + 9) % 12) + dayOfMonth - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * daysPerEra + dayOfEra - daysFromYearZeroMarchTo1970
}

function civilDate(day: EpochDay): { year: number; month: number; dayOfMonth: number } {
  const shifted = day + daysFromYearZeroMarchTo1970
  const era = Math.floor(shifted / daysPerEra)
  const dayOfEra = shifted - era * daysPerEra
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear =
    dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - daysBeforeMonth(monthFromMarch) + 1,
  }
}

function daysBeforeMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
