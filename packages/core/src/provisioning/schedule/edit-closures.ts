import { type EpochDay, formatDate, type LocalSpan, minutesPerDay, parseSpan } from '@silla/slots'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import type { SalonEdit } from '../change-salon.ts'
import { parseSalonDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import {
  type Days,
  eachDay,
  expandDays,
  formatDays,
  includesDate,
  isSameEntry,
  type ReasonInput,
  validateDays,
} from './day-entries.ts'

type ClosureEntry = NonNullable<SalonFileDocument['closings']>[number]

/**
 * Adds closures. A day that already has the same closure stays as it is.
 * @param input.time `16:00-20:00`; null is the whole day
 * @throws ProvisioningError NOT_VALID, from the edit, also when another closure overlaps
 */
export const addClosures =
  (input: { days: Days; time: string | null; reason: ReasonInput }): SalonEdit =>
  (document) => {
    const existing = expandDays(document.closings)
    const added = eachDay(validateDays(input.days))
      .map((day) => closureEntry(day, input))
      .filter(
        (closure) =>
          !existing.some((other) => isSameEntry(other, closure, document.settings.language)),
      )
    const conflict = added.find(({ day }) =>
      existing.some((other) => other.day === day && overlaps(other, input.time)),
    )
    if (conflict !== undefined) {
      throw new ProvisioningError(
        'NOT_VALID',
        `Another closure on ${conflict.day} overlaps with this one. Remove it first.`,
      )
    }
    return parseSalonDocument({ ...document, closings: [...existing, ...added] })
  }

/** Adds closures for public holidays. A day that already has any closure stays as it is. */
export const closeOnHolidays =
  (holidays: readonly { day: EpochDay; time: string | null; reason: ReasonInput }[]): SalonEdit =>
  (document) => {
    const existing = expandDays(document.closings)
    const closedDays = new Set(existing.map(({ day }) => day))
    const added = holidays.map(({ day, ...rest }) => closureEntry(day, rest))
    return parseSalonDocument({
      ...document,
      closings: [...existing, ...added.filter(({ day }) => !closedDays.has(day))],
    })
  }

/**
 * Removes closures.
 * @param query.time only closures of this time; null removes all closures on these days
 * @throws ProvisioningError DAY_NOT_FOUND, from the edit, when there is no such closure
 */
export const removeClosures =
  (query: { days: Days; time: string | null }): SalonEdit =>
  (document) => {
    const days = validateDays(query.days)
    const existing = expandDays(document.closings)
    const kept = existing.filter(
      ({ day, time }) =>
        !includesDate(days, day) ||
        (query.time !== null && withoutSpaces(time) !== withoutSpaces(query.time)),
    )
    if (kept.length === existing.length) {
      const when = query.time === null ? formatDays(days) : `${formatDays(days)}, ${query.time}`
      throw new ProvisioningError('DAY_NOT_FOUND', `${document.salon} has no closure on ${when}.`)
    }
    return parseSalonDocument({ ...document, closings: kept })
  }

function closureEntry(
  day: EpochDay,
  { time, reason }: { time: string | null; reason: ReasonInput },
) {
  return {
    day: formatDate(day),
    ...(time === null ? {} : { time }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function overlaps({ time }: ClosureEntry, otherTime: string | null): boolean {
  const span = closedSpan(time)
  const other = closedSpan(otherTime)
  return span.startMinute < other.endMinute && other.startMinute < span.endMinute
}

/** Without a time the whole day is closed. */
const closedSpan = (time: string | null | undefined): LocalSpan =>
  (time ? parseSpan(time) : null) ?? { startMinute: 0, endMinute: minutesPerDay }

const withoutSpaces = (time: string | null | undefined) => time?.replaceAll(' ', '')
