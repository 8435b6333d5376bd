import { type BusyTime, type EpochDay, type VisitPlan, zoneOf } from '@silla/slots'
import { isBalanced, localDay } from '../availability/assignment.ts'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { VisitInput } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { type HeldVisit, type PlannedVisit, planVisit } from './plan-visit.ts'

/** A visit that is about to be written, and the catalogue that it was planned with. */
export interface VisitToWrite {
  catalog: Catalog
  visit: PlannedVisit
  /** What is taken was read: the candidates of the visit are in order of preference. */
  isRead: boolean
}

/**
 * Plans a visit that is about to be written. Nothing is read where the database can try all candidates.
 * Where several people or units have to be chosen, it could not try all combinations: what is taken
 * now is read first, in one round trip (D33, D35).
 *
 * @param options.isRetry somebody else took what was planned before
 * @throws the refusals of `planVisit`
 */
export async function planToWrite(
  context: RequestContext,
  catalog: Catalog,
  input: VisitInput,
  { held, isRetry }: { held: HeldVisit | null; isRetry: boolean },
): Promise<VisitToWrite> {
  const { clock } = context
  const visit = planVisit(catalog, input, clock, held)
  // to the others a held time is taken
  if (held || visit.timeRefusal || !dependsOnBusyTime(visit.plan))
    return { catalog, visit, isRead: false }

  const loaded = await loadBusy(context, (current) => {
    const { plan } = planVisit(current, input, clock)
    const needsBlocks = isBalanced(current, plan)
    return { windows: [{ ...busyWindow(plan, input.day), needsBlocks }] }
  })
  const busyTime = { busy: loaded.busy[0] as BusyTime, blocks: loaded.blocks, isRetry }
  return {
    catalog: loaded.catalog,
    visit: planVisit(loaded.catalog, input, clock, null, busyTime),
    isRead: true,
  }
}

/** Whether people or units have to be combined. */
export const dependsOnBusyTime = ({ lines, onePerson }: VisitPlan): boolean =>
  lines.some(
    (line) => (!onePerson && line.length > 1) || line.some(({ units }) => units.length > 0),
  )

/**
 * The day on which the database compares how much of each professional is booked; null: it tries the
 * candidates in their order (D32).
 */
export function balanceDayOf(
  { settings }: Catalog,
  day: EpochDay,
): { from: Date; to: Date } | null {
  if (settings.assignment === 'priority') return null
  const { start, end } = localDay(zoneOf(settings.timezone), day)
  return { from: new Date(start * 60_000), to: new Date(end * 60_000) }
}
