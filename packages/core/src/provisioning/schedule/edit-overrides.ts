import { type EpochDay, formatDate } from '@silla/slots'
import { ProvisioningError } from '../../business/provisioning-error.ts'
import type { SalonEdit } from '../change-salon.ts'
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
 * Sets other working hours of a professional on some days, or days off. A day that already has the
 * same override stays as it is.
 * @param input.works `10:00-14:00, 16:00-20:00`; null is a day off
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND and NOT_VALID, from the edit
 */
export const addOverrides = (input: {
  who: string
  days: Days
  works: string | null
  reason: ReasonInput
}): SalonEdit =>
  editProfessional(input.who, (professional, { language }) => {
    const existing = expandDays(professional.exceptions)
    const added = eachDay(validateDays(input.days))
      .map((day) => overrideEntry(day, input))
      .filter((entry) => !existing.some((other) => isSameEntry(other, entry, language)))
    const conflict = added.find(({ day }) => existing.some((other) => other.day === day))
    if (conflict !== undefined) {
      throw new ProvisioningError(
        'NOT_VALID',
        `${professional.name} already has an override on ${conflict.day}. Remove it first.`,
      )
    }
    return { ...professional, exceptions: [...existing, ...added] }
  })

/**
 * Removes the overrides of a professional on some days.
 * @throws ProvisioningError PROFESSIONAL_NOT_FOUND and DAY_NOT_FOUND, from the edit
 */
export const removeOverrides = (who: string, requested: Days): SalonEdit =>
  editProfessional(who, (professional) => {
    const days = validateDays(requested)
    const existing = expandDays(professional.exceptions)
    const kept = existing.filter(({ day }) => !includesDate(days, day))
    if (kept.length === existing.length) {
      throw new ProvisioningError(
        'DAY_NOT_FOUND',
        `${professional.name} has no override on ${formatDays(days)}.`,
      )
    }
    return { ...professional, exceptions: kept }
  })

function overrideEntry(
  day: EpochDay,
  { works, reason }: { works: string | null; reason: ReasonInput },
) {
  return {
    day: formatDate(day),
    ...(works === null ? {} : { works }),
    ...(reason === undefined ? {} : { reason }),
  }
}
