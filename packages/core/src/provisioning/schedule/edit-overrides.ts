import { type EpochDay, formatDate } from '@silla/slots'
import type { SalonEdit } from '../change-salon.ts'
import { ProvisioningError } from '../provisioning-error.ts'
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
import { editProfessional } from './edit-professional.ts'

/**
 * Lets somebody work other times on some days, or not at all; a day that has just that exception
 * already stays as it is.
 * @param input.works `10:00-14:00, 16:00-20:00`; null is off
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND and NOT_VALID, from the edit
 */
export const addOverrides = (input: {
  who: string
  days: Days
  works: string | null
  reason: ReasonInput
}): SalonEdit =>
  editProfessional(input.who, (professional, { language }) => {
    const known = expandDays(professional.exceptions)
    const added = eachDay(validateDays(input.days))
      .map((day) => writtenException(day, input))
      .filter((exception) => !known.some((other) => isSameEntry(other, exception, language)))
    const twice = added.find(({ day }) => known.some((other) => other.day === day))
    if (twice !== undefined) {
      const sentence = `${professional.name} has an exception on ${twice.day} already: remove it first.`
      throw new ProvisioningError('NOT_VALID', sentence)
    }
    return { ...professional, exceptions: [...known, ...added] }
  })

/**
 * Lets somebody work as usual again on some days.
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND and DAY_NOT_FOUND, from the edit
 */
export const removeOverrides = (who: string, requested: Days): SalonEdit =>
  editProfessional(who, (professional) => {
    const days = validateDays(requested)
    const known = expandDays(professional.exceptions)
    const kept = known.filter(({ day }) => !includesDate(days, day))
    if (kept.length === known.length) {
      throw new ProvisioningError(
        'DAY_NOT_FOUND',
        `${professional.name} has no exception on ${formatDays(days)}.`,
      )
    }
    return { ...professional, exceptions: kept }
  })

function writtenException(
  day: EpochDay,
  { works, reason }: { works: string | null; reason: ReasonInput },
) {
  return {
    day: formatDate(day),
    ...(works === null ? {} : { works }),
    ...(reason === undefined ? {} : { reason }),
  }
}
