import type { SalonEdit } from '../change-salon.ts'
import type { SalonFileDocument } from '../salon-file/schema.ts'
import { serializeFile } from '../salon-file/serialize/file.ts'
import type { WeekdayName } from '../salon-file/weekdays.ts'

/**
 * Opens or closes a salon on some weekdays; the others stay as they are. Hours are told in the
 * words of the salon file.
 */
export const setHours =
  (
    days: readonly WeekdayName[],
    hours: NonNullable<SalonFileDocument['hours'][WeekdayName]>,
  ): SalonEdit =>
  (written) =>
    serializeFile({
      ...written,
      hours: { ...written.hours, ...Object.fromEntries(days.map((day) => [day, hours])) },
    })
