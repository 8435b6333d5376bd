import type { holdQueries } from '@silla/db'
import type { PlannedCandidate } from '../bookings/plan-visit.ts'
import { unredeemedLines } from '../bookings/planned-booking.ts'
import { type CustomerHistory, requirementOf } from '../bookings/requirement.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { BookingLine } from '../model/booking.ts'
import type { Hold } from '../model/hold.ts'

/** A hold before the database assigns its id. */
export type PlannedHold = Omit<Hold, 'id'>

/** The hold as it will be written when the visit takes place with this candidate. */
export function plannedHold(
  catalog: Catalog,
  candidate: PlannedCandidate,
  {
    requestedIds,
    byBusiness,
    history,
    expiresAt,
    now,
  }: Pick<Hold, 'requestedIds' | 'expiresAt'> & {
    byBusiness: boolean
    /** As for `requirementOf`. */
    history: CustomerHistory | null
    now: Date
  },
): PlannedHold {
  const lines = unredeemedLines(catalog, candidate)
  const { kind, dueCents, guarantee } = requirementOf(catalog, { lines, byBusiness }, history)
  const { currency, timezone } = catalog.settings
  return {
    startsAt: candidate.startsAt,
    endsAt: candidate.endsAt,
    timezone,
    lines,
    requestedIds,
    currency,
    ...{ requirement: kind, dueNowCents: dueCents, guarantee },
    expiresAt,
    createdAt: now,
  }
}

/** A hold for each candidate of a visit, of which the database writes one. */
export const heldCandidates = (
  holds: readonly PlannedHold[],
  candidates: readonly PlannedCandidate[],
): Pick<holdQueries.NewHold['visit'], 'hold' | 'ways'> => ({
  hold: holds[0] as PlannedHold,
  ways: holds.map(({ endsAt, lines, dueNowCents, requirement, guarantee }, index) => ({
    professionalId: (lines[0] as BookingLine).professional.id,
    hold: { endsAt, lines, dueNowCents, requirement, guarantee },
    claims: (candidates[index] as PlannedCandidate).claims,
  })),
})
