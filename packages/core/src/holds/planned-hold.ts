import type { holdQueries } from '@silla/db'
import type { PlannedWay } from '../bookings/plan-visit.ts'
import { unredeemedLines } from '../bookings/planned-booking.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { BookingLine } from '../model/booking.ts'
import { payableOnlineCents } from '../model/due-now.ts'
import type { Hold } from '../model/hold.ts'

/** A hold before the database assigns its id. */
export type PlannedHold = Omit<Hold, 'id'>

/** The hold as it will be written when the visit takes place in this way. */
export function plannedHold(
  catalog: Catalog,
  way: PlannedWay,
  { requestedIds, expiresAt, now }: Pick<Hold, 'requestedIds' | 'expiresAt'> & { now: Date },
): PlannedHold {
  const lines = unredeemedLines(catalog, way)
  const totalCents = lines.reduce((sum, line) => sum + line.chargedCents, 0)
  const { currency, timezone } = catalog.settings
  return {
    startsAt: way.startsAt,
    endsAt: way.endsAt,
    timezone,
    lines,
    requestedIds,
    currency,
    dueNowCents: payableOnlineCents(totalCents, catalog.settings),
    expiresAt,
    createdAt: now,
  }
}

/** A hold for each way of a visit, of which the database writes one. */
export const heldWays = (
  holds: readonly PlannedHold[],
  ways: readonly PlannedWay[],
): Pick<holdQueries.NewHold['visit'], 'hold' | 'ways'> => ({
  hold: holds[0] as PlannedHold,
  ways: holds.map(({ endsAt, lines, dueNowCents }, index) => ({
    professionalId: (lines[0] as BookingLine).professional.id,
    hold: { endsAt, lines, dueNowCents },
    claims: (ways[index] as PlannedWay).claims,
  })),
})
