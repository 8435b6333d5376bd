import { zoneOf } from '@silla/slots'
import { workingMinutes } from '../availability/business-day.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Slices } from '../slices.ts'
import type { Period } from './periods.ts'

/** Working minutes by period and by professional, everybody's in each period. */
export interface WorkingTime {
  byPeriod: number[]
  byProfessional: Map<number, number>
}

/** Of reports that do not need it. */
export const noWorkingTime: WorkingTime = { byPeriod: [], byProfessional: new Map() }

/**
 * The working time of active professionals: shifts and exceptions within the opening hours without
 * closings, as the salon has them now. On a day on which the clocks change, what they skip is missing
 * and what they repeat counts twice.
 *
 * @param professionalId null: everybody's
 */
export async function workingTime(
  catalog: Catalog,
  periods: readonly Period[],
  professionalId: number | null,
  slices: Slices,
): Promise<WorkingTime> {
  const zone = zoneOf(catalog.settings.timezone)
  const team = catalog.professionals
    .map(({ id }) => id)
    .filter((id) => professionalId === null || id === professionalId)
  const byPeriod: number[] = []
  const byProfessional = new Map(team.map((id) => [id, 0]))
  for (const [index, { from, to }] of periods.entries()) {
    byPeriod[index] = 0
    for (let day = from; day <= to; day++) {
      const pause = slices.pause()
      if (pause !== undefined) await pause
      for (const id of team) {
        const minutes = workingMinutes(catalog, zone, id, day)
        byPeriod[index] += minutes
        byProfessional.set(id, (byProfessional.get(id) ?? 0) + minutes)
      }
    }
  }
  return { byPeriod, byProfessional }
}
