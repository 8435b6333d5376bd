import { isDeepStrictEqual } from 'node:util'
import type { EpochDay } from '@silla/slots'
import type { Salon, SalonProfessional } from './salon.ts'

/** Which upcoming bookings a change may orphan. */
export interface OrphanScope {
  /** Those that one of these professionals does; null: all. */
  handles: readonly string[] | null
  /** Those that begin on a local day between these or on the day before; null: all. */
  days: { from: EpochDay; to: EpochDay } | null
}

/**
 * Where working times, professionals, services or resources are lost or may be: a change of one day off
 * in a full diary looks at the bookings of that day. null: no booking can be orphaned.
 *
 * @param hasRetiredUnits whether a resource has fewer units after the change
 */
export function orphanScope(
  before: Salon,
  after: Salon,
  hasRetiredUnits: boolean,
): OrphanScope | null {
  const everything = { handles: null, days: null }
  const services = new Set(after.services.map(({ handle }) => handle))
  if (
    hasRetiredUnits ||
    before.settings.timezone !== after.settings.timezone ||
    !isDeepStrictEqual(before.openings, after.openings) ||
    before.services.some(({ handle }) => !services.has(handle))
  )
    return everything
  const closings = changedDays(before.closings, after.closings)
  const team = new Map(after.professionals.map((one) => [one.handle, one]))
  return [
    ...(closings.length === 0 ? [] : [{ handles: null, days: rangeOf(closings) }]),
    ...before.professionals.flatMap((one) => scopeOf(one, team.get(one.handle))),
  ].reduce<OrphanScope | null>(both, null)
}

function scopeOf(before: SalonProfessional, after: SalonProfessional | undefined): OrphanScope[] {
  if (before === after) return []
  const handles = [before.handle]
  if (after === undefined || !isDeepStrictEqual(before.shifts, after.shifts))
    return [{ handles, days: null }]
  const days = changedDays(before.exceptions, after.exceptions)
  return days.length === 0 ? [] : [{ handles, days: rangeOf(days) }]
}

/** The days with an entry that the other list does not have. */
function changedDays<Entry extends { day: EpochDay }>(
  before: readonly Entry[],
  after: readonly Entry[],
): EpochDay[] {
  const [old, current] = [before, after].map((list) => Map.groupBy(list, ({ day }) => day)) as [
    Map<EpochDay, Entry[]>,
    Map<EpochDay, Entry[]>,
  ]
  const days = new Set([...old.keys(), ...current.keys()])
  return [...days].filter((day) => !isDeepStrictEqual(old.get(day), current.get(day)))
}

function rangeOf(days: readonly EpochDay[]): { from: EpochDay; to: EpochDay } {
  const sorted = [...days].sort((one, other) => one - other)
  return { from: sorted[0] as EpochDay, to: sorted.at(-1) as EpochDay }
}

/** What contains both; it may contain more. */
function both(one: OrphanScope | null, other: OrphanScope): OrphanScope {
  if (one === null) return other
  return {
    handles: one.handles && other.handles && [...one.handles, ...other.handles],
    days: one.days &&
      other.days && {
        from: Math.min(one.days.from, other.days.from),
        to: Math.max(one.days.to, other.days.to),
      },
  }
}
