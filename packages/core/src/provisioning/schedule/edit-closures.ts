import { type EpochDay, formatDate } from '@silla/slots'
import type { SalonEdit } from '../change-salon.ts'
import { ProvisioningError } from '../provisioning-error.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { serializeFile } from '../salon-file/serialize/file.ts'
import {
  checkedDays,
  type Days,
  dayByDay,
  daysText,
  eachDay,
  isAmong,
  isSameReason,
  type ReasonInput,
} from './day-entries.ts'

type WrittenClosing = NonNullable<SalonFileDocument['closings']>[number]

/**
 * Closes a salon on some days; one that is closed just so already stays as it is.
 * @param input.time `16:00-20:00`; null is the whole day
 * @throws ProvisioningError NOT_VALID, from the edit, also where that time is closed otherwise
 */
export const addClosures =
  (input: { days: Days; time: string | null; reason: ReasonInput }): SalonEdit =>
  (written) => {
    const known = dayByDay(written.closings)
    const added = eachDay(checkedDays(input.days))
      .map((day) => writtenClosing(day, input))
      .filter(
        (closing) =>
          !known.some((other) => isSameReason(other, closing, written.settings.language)),
      )
    const twice = added.find(({ day }) =>
      known.some((other) => other.day === day && shareTime(other, input.time)),
    )
    if (twice !== undefined)
      throw new ProvisioningError('NOT_VALID', `${twice.day} is closed then already.`)
    return serializeFile({ ...written, closings: [...known, ...added] })
  }

/** Closes a salon on public holidays; a day on which something is closed already stays as it is. */
export const closeOnHolidays =
  (holidays: readonly { day: EpochDay; time: string | null; reason: ReasonInput }[]): SalonEdit =>
  (written) => {
    const known = dayByDay(written.closings)
    const taken = new Set(known.map(({ day }) => day))
    const added = holidays.map(({ day, ...rest }) => writtenClosing(day, rest))
    return serializeFile({
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
    const days = checkedDays(query.days)
    const known = dayByDay(written.closings)
    const kept = known.filter(
      ({ day, time }) =>
        !isAmong(days, day) || (query.time !== null && tidy(time) !== tidy(query.time)),
    )
    if (kept.length === known.length) {
      const when = query.time === null ? daysText(days) : `${daysText(days)}, ${query.time}`
      throw new ProvisioningError('DAY_NOT_FOUND', `${written.salon} has no closing on ${when}.`)
    }
    return serializeFile({ ...written, closings: kept })
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

/** Times of a day in this form compare as texts do. */
function shareTime({ time }: WrittenClosing, other: string | null): boolean {
  const [start = '', end = ''] = (tidy(time) ?? wholeDay).split('-')
  const [otherStart = '', otherEnd = ''] = (tidy(other) ?? wholeDay).split('-')
  return start < otherEnd && otherStart < end
}

const wholeDay = '00:00-24:00'

const tidy = (time: string | null | undefined) => time?.replaceAll(' ', '')
