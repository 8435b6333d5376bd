import { type EpochDay, formatDate, type LocalSpan, minutesPerDay, parseSpan } from '@silla/slots'
import type { SalonEdit } from '../change-salon.ts'
import { ProvisioningError } from '../provisioning-error.ts'
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
 * Closes a salon on some days; one that is closed just so already stays as it is.
 * @param input.time `16:00-20:00`; null is the whole day
 * @throws ProvisioningError NOT_VALID, from the edit, also where that time is closed otherwise
 */
export const addClosures =
  (input: { days: Days; time: string | null; reason: ReasonInput }): SalonEdit =>
  (written) => {
    const known = expandDays(written.closings)
    const added = eachDay(validateDays(input.days))
      .map((day) => writtenClosing(day, input))
      .filter(
        (closing) => !known.some((other) => isSameEntry(other, closing, written.settings.language)),
      )
    const twice = added.find(({ day }) =>
      known.some((other) => other.day === day && shareTime(other, input.time)),
    )
    if (twice !== undefined)
      throw new ProvisioningError('NOT_VALID', `${twice.day} is closed then already.`)
    return parseSalonDocument({ ...written, closings: [...known, ...added] })
  }

/** Closes a salon on public holidays; a day on which something is closed already stays as it is. */
export const closeOnHolidays =
  (holidays: readonly { day: EpochDay; time: string | null; reason: ReasonInput }[]): SalonEdit =>
  (written) => {
    const known = expandDays(written.closings)
    const taken = new Set(known.map(({ day }) => day))
    const added = holidays.map(({ day, ...rest }) => writtenClosing(day, rest))
    return parseSalonDocument({
      ...written,
      closings: [...known, ...added.filter(({ day }) => !taken.has(day))],
    })
  }

/**
 * Opens a salon again on days on which it was to be closed.
 * @param input.time only the closing of this part of the day; null is every one
 * @throws ProvisioningError DAY_NOT_FOUND, from the edit, when none of the days is closed
 */
export const removeClosures =
  (query: { days: Days; time: string | null }): SalonEdit =>
  (written) => {
    const days = validateDays(query.days)
    const known = expandDays(written.closings)
    const kept = known.filter(
      ({ day, time }) =>
        !includesDate(days, day) || (query.time !== null && tidy(time) !== tidy(query.time)),
    )
    if (kept.length === known.length) {
      const when = query.time === null ? formatDays(days) : `${formatDays(days)}, ${query.time}`
      throw new ProvisioningError('DAY_NOT_FOUND', `${written.salon} has no closing on ${when}.`)
    }
    return parseSalonDocument({ ...written, closings: kept })
  }

function writtenClosing(
  day: EpochDay,
  { time, reason }: { time: string | null; reason: ReasonInput },
) {
  return {
    day: formatDate(day),
    ...(time === null ? {} : { time }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function shareTime({ time }: ClosureEntry, otherTime: string | null): boolean {
  const span = closedSpan(time)
  const other = closedSpan(otherTime)
  return span.startMinute < other.endMinute && other.startMinute < span.endMinute
}

/** Without a time the whole day is closed. */
const closedSpan = (time: string | null | undefined): LocalSpan =>
  (time ? parseSpan(time) : null) ?? { startMinute: 0, endMinute: minutesPerDay }

const tidy = (time: string | null | undefined) => time?.replaceAll(' ', '')
