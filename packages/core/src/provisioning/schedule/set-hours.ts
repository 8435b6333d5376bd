import type { SalonEdit } from '../change-salon.ts'
import type { WeekdayName } from '../salon.ts'
import { parseSalonDocument } from '../salon-file/parse-salon-file.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { editProfessional } from './edit-professional.ts'

/**
 * Sets the opening hours of a salon on some weekdays; other weekdays stay as they are.
 * @param hours in the format of the salon file
 */
export const setHours =
  (
    days: readonly WeekdayName[],
    hours: NonNullable<SalonFileDocument['hours'][WeekdayName]>,
  ): SalonEdit =>
  (document) =>
    parseSalonDocument({
      ...document,
      hours: { ...document.hours, ...Object.fromEntries(days.map((day) => [day, hours])) },
    })

/**
 * Sets the shifts of a professional on some weekdays; other weekdays stay as they are.
 * @param times `10:00-14:00, 16:00-20:00`; null is a day off
 */
export const setShifts = (
  who: string,
  days: readonly WeekdayName[],
  times: string | null,
): SalonEdit =>
  editProfessional(who, (professional) => {
    const kept = Object.entries(professional.shifts ?? {}).filter(
      ([day]) => !days.includes(day as WeekdayName),
    )
    const added = times === null ? [] : days.map((day) => [day, times])
    return { ...professional, shifts: Object.fromEntries([...kept, ...added]) }
  })
