import { type EpochDay, kindOfDay, type VisitPlan, type WorkingDay } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { scheduleOf } from './schedule.ts'

/**
 * Whether a plan can be carried out on a day as far as working time goes: `working` when somebody
 * works for every line, else why nobody does for the first such line.
 */
export function kindOfPlan(
  catalog: Catalog,
  { lines }: VisitPlan,
  day: EpochDay,
): WorkingDay['kind'] {
  const { business, professionals } = scheduleOf(catalog)
  for (const line of lines) {
    const kinds = line.map(({ professionalId }) => {
      const calendar = professionals.get(professionalId)
      return calendar ? kindOfDay(business, calendar, day) : 'off'
    })
    const kind = byWeight.find((each) => kinds.includes(each)) ?? 'off'
    if (kind !== 'working') return kind
  }
  return 'working'
}

const byWeight = ['working', 'holiday', 'closed', 'off'] as const
