import type { OwnedClaim } from '@silla/db'
import type { BusyTime, EpochDay, EpochMinute, Span, VisitPlan, Zone } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'

/**
 * A plan with those who may do a line in the order in which they are assigned (D32). With `priority`
 * that is display order, as in the plan; with `balanced` the fewest minutes of bookings and holds
 * come first, and among equals the display order, rotated by the day, decides.
 *
 * @param bookedMinutes of a professional on that day; null: the database compares them
 *   (db/functions/app.claim_first_free.sql)
 */
export function inOrderOfAssignment(
  catalog: Pick<Catalog, 'settings'>,
  plan: VisitPlan,
  day: EpochDay,
  bookedMinutes: ((professionalId: number) => number) | null,
): VisitPlan {
  if (!isBalanced(catalog, plan)) return plan
  return {
    ...plan,
    lines: plan.lines.map((line) => {
      const rotated = rotatedBy(line, day)
      if (bookedMinutes === null) return rotated
      return rotated
        .map((terms) => ({ terms, minutes: bookedMinutes(terms.professionalId) }))
        .sort((one, other) => one.minutes - other.minutes)
        .map(({ terms }) => terms)
    }),
  }
}

/** Whether the minutes of bookings and holds matter: somebody is assigned by them. */
export const isBalanced = ({ settings }: Pick<Catalog, 'settings'>, plan: VisitPlan): boolean =>
  settings.assignment === 'balanced' && plan.lines.some((line) => line.length > 1)

const rotatedBy = <Item>(items: readonly Item[], day: EpochDay): Item[] => {
  const first = items.length === 0 ? 0 : day % items.length
  return [...items.slice(first), ...items.slice(0, first)]
}

/**
 * The minutes of bookings and holds of a resource on a local day.
 *
 * @param blocks the claims among `busy` that are neither
 */
export function bookedMinutesOn(
  zone: Zone,
  day: EpochDay,
  busy: BusyTime,
  blocks: readonly OwnedClaim[],
): (resourceId: number) => number {
  const span = localDay(zone, day)
  return (resourceId) => {
    const taken = busy.get(resourceId) ?? []
    let minutes = 0
    for (let index = 0; index < taken.length; index += 2)
      minutes += minutesWithin(span, taken[index] as number, taken[index + 1] as number)
    for (const { resourceId: blocked, start, end } of blocks)
      if (blocked === resourceId) minutes -= minutesWithin(span, start, end)
    return minutes
  }
}

/** From midnight to midnight. */
export const localDay = (zone: Zone, day: EpochDay): Span => ({
  start: zone.toEdge(day, 0),
  end: zone.toEdge(day + 1, 0),
})

const minutesWithin = (span: Span, start: EpochMinute, end: EpochMinute): number =>
  Math.max(0, Math.min(end, span.end) - Math.max(start, span.start))
