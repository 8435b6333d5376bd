import {
  type EpochDay,
  type LocalSpan,
  openTime,
  weekdayOf,
  workingDay,
  type Zone,
} from '@silla/slots'
import type { Catalog, OpeningDay } from '../catalog/catalog.ts'
import type { BusinessDay } from '../model/business-day.ts'
import { scheduleOf } from './schedule.ts'

/** From the catalogue, without a query. */
export const businessDay = (catalog: Catalog, day: EpochDay): BusinessDay => ({
  day,
  ...openTime(scheduleOf(catalog).business, day),
  usual: catalog.openings[weekdayOf(day) - 1] as OpeningDay,
  closings: catalog.closings.filter((closing) => closing.day === day),
})

/**
 * The intersection of a professional's shifts and the open time; nothing for somebody who is no longer
 * active.
 */
export function worksOn(
  catalog: Catalog,
  professionalId: number,
  day: EpochDay,
): readonly LocalSpan[] {
  const { business, professionals } = scheduleOf(catalog)
  const calendar = professionals.get(professionalId)
  return calendar === undefined ? [] : workingDay(business, calendar, day).stretches
}

/**
 * How long that is. On a day on which the clocks change, what they skip is missing and what they repeat
 * counts twice.
 */
export function workingMinutes(
  catalog: Catalog,
  zone: Zone,
  professionalId: number,
  day: EpochDay,
): number {
  let minutes = 0
  for (const { startMinute, endMinute } of worksOn(catalog, professionalId, day))
    minutes += zone.toEdge(day, endMinute) - zone.toEdge(day, startMinute)
  return minutes
}
