import { salonStateQueries, type Tx, salonWriteQueries as writes } from '@silla/db'
import type { CurrentState } from './current-state.ts'
import type { Salon } from './salon.ts'

/** Units that a salon would no longer have, and the bookings that claim them. */
export interface RetiredUnits {
  units: salonStateQueries.ResourceUnit[]
  bookingIds: ReadonlySet<number>
}

/**
 * Chooses the units to retire when a salon has fewer of a resource than before (D35). The units are
 * interchangeable, so those with the fewest upcoming claims are retired.
 */
export async function findRetiredUnits(
  tx: Tx,
  { resourceTypes, resourceUnits }: CurrentState,
  after: Salon,
  now: Date,
): Promise<RetiredUnits> {
  const counts = new Map(after.resourceTypes.map(({ handle, count }) => [handle, count]))
  const active = Map.groupBy(
    resourceUnits.filter((unit) => unit.active),
    (unit) => unit.resourceTypeId,
  )
  const smaller = [...resourceTypes].flatMap(([handle, { id }]) => {
    const units = active.get(id) ?? []
    const excess = units.length - (counts.get(handle) ?? 0)
    return excess > 0 ? [{ units, excess }] : []
  })
  if (smaller.length === 0) return { units: [], bookingIds: new Set() }

  const unitIds = smaller.flatMap(({ units }) => units.map(({ id }) => id))
  const claims = Map.groupBy(
    await salonStateQueries.listUnitClaims(tx, unitIds, now),
    ({ unitId }) => unitId,
  )
  const claimsOf = ({ id }: { id: number }) => claims.get(id) ?? []
  const units = smaller.flatMap(({ units, excess }) =>
    units
      .toSorted((a, b) => claimsOf(a).length - claimsOf(b).length || b.number - a.number)
      .slice(0, excess),
  )
  const bookingIds = units.flatMap((unit) => claimsOf(unit).map(({ bookingId }) => bookingId))
  return { units, bookingIds: new Set(bookingIds.filter((id) => id !== null)) }
}

/** Their claims stay: a booking that is orphaned deliberately keeps its unit. */
export async function retireUnits(tx: Tx, { units }: RetiredUnits): Promise<void> {
  if (units.length === 0) return
  await writes.upsertResourceUnits(
    tx,
    units.map((unit) => ({ ...unit, active: false })),
  )
}
