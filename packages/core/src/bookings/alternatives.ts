import { type Slot, slotsOfDay, type VisitPlan } from '@silla/slots'
import { loadBusy } from '../availability/load-busy.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { nextMinute, today } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import type { Alternative } from './booking.ts'

const alternativesAtMost = 3
const daysLookedAt = 7

/**
 * The free times nearest to one that was refused: first of the same day by distance, then the first
 * ones of the next days (D15). The business itself needs no notice and sees past the horizon (D9).
 */
export async function findAlternatives(
  context: RequestContext,
  refused: {
    professionalId: number
    day: number
    startMinute: number
    plan: VisitPlan
    byBusiness: boolean
  },
): Promise<Alternative[]> {
  const { catalog, window, resources } = await loadBusy(context, (catalog) => ({
    professionalIds: [refused.professionalId],
    from: refused.day,
    to: refused.byBusiness
      ? refused.day + daysLookedAt
      : Math.max(
          refused.day,
          Math.min(
            refused.day + daysLookedAt,
            today(catalog, context.clock) + catalog.settings.horizonDays,
          ),
        ),
  }))
  const notice = refused.byBusiness ? 0 : catalog.settings.noticeMinutes
  const bookableFrom = nextMinute(context.clock.now()) + notice
  const { business } = scheduleOf(catalog)
  if (!resources.has(refused.professionalId)) return []

  const found: Alternative[] = []
  for (let day = window.from; day <= window.to && found.length < alternativesAtMost; day++) {
    const free = slotsOfDay({ business, resources, plan: refused.plan, day, bookableFrom }).filter(
      (slot) => slot.state === 'free',
    )
    if (day === refused.day) free.sort(byDistanceTo(refused.startMinute))
    found.push(
      ...free.map((slot) => ({
        day,
        startMinute: slot.startMinute,
        professionalId: refused.professionalId,
      })),
    )
  }
  return found.slice(0, alternativesAtMost)
}

const byDistanceTo = (minute: number) => (one: Slot, other: Slot) =>
  Math.abs(one.startMinute - minute) - Math.abs(other.startMinute - minute)
