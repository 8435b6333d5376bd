import { type EpochDay, formatDate } from '@silla/slots'
import type { SalonEdit } from '../change-salon.ts'
import { ProvisioningProblem } from '../provisioning-error.ts'
import {
  checkedDays,
  type Days,
  dayByDay,
  daysText,
  eachDay,
  isAmong,
  saysTheSame,
  type WrittenReason,
} from './day-entries.ts'
import { editProfessional } from './edit-professional.ts'

/**
 * Lets somebody work other times on some days, or not at all; a day that has just that exception already stays as it is.
 * @param ask.works `10:00-14:00, 16:00-20:00`; null is off
 * @throws ProvisioningProblem PROFESSIONAL_NOT_FOUND and NOT_VALID, from the edit
 */
export const addExceptions = (ask: {
  who: string
  days: Days
  works: string | null
  reason: WrittenReason
}): SalonEdit =>
  editProfessional(ask.who, (professional, { language }) => {
    const known = dayByDay(professional.exceptions)
    const added = eachDay(checkedDays(ask.days))
      .map((day) => writtenException(day, ask))
      .filter((exception) => !known.some((other) => saysTheSame(other, exception, language)))
    const twice = added.find(({ day }) => known.some((other) => other.day === day))
    if (twice !== undefined) {
      const sentence = `${professional.name} has an exception on ${twice.day} already: remove it first.`
      throw new ProvisioningProblem('NOT_VALID', sentence)
    }
    return { ...professional, exceptions: [...known, ...added] }
  })

/**
 * Lets somebody work as usual again on some days.
 * @throws ProvisioningProblem PROFESSIONAL_NOT_FOUND and DAY_NOT_FOUND, from the edit
 */
export const removeExceptions = (who: string, asked: Days): SalonEdit =>
  editProfessional(who, (professional) => {
    const days = checkedDays(asked)
    const known = dayByDay(professional.exceptions)
    const kept = known.filter(({ day }) => !isAmong(days, day))
    if (kept.length === known.length) {
      throw new ProvisioningProblem('DAY_NOT_FOUND', `${professional.name} has no exception on ${daysText(days)}.`)
    }
    return { ...professional, exceptions: kept }
  })

function writtenException(day: EpochDay, { works, reason }: { works: string | null; reason: WrittenReason }) {
  return {
    day: formatDate(day),
    ...(works === null ? {} : { works }),
    ...(reason === undefined ? {} : { reason }),
  }
}
