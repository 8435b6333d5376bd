import { fail } from '@silla/errors'
import type { BusyTime, VisitCandidate } from '@silla/slots'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import type { UnavailableTime, VisitBusyTime } from '../bookings/plan-visit.ts'
import { planningAttempts } from '../bookings/planning-attempts.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { throwForIdempotency } from '../idempotency/request-hashes.ts'
import { withIdempotency } from '../idempotency/with-idempotency.ts'
import type { Booking } from '../model/booking.ts'
import type { RequestContext } from '../request-context.ts'
import { storedBooking } from '../stored-json.ts'
import type { PlannedReschedule } from './plan-reschedule.ts'
import { type VisitChange, writeVisitChange } from './write-visit-change.ts'

/** What is to become of a booking that was just read. */
export type PlannedChange =
  /** It is as it is to be already. */
  | { unchanged: Booking }
  | {
      booking: Booking
      visit: PlannedReschedule
      /** Throws, when its time is refused or taken. */
      refuse(code: UnavailableTime): Promise<never> | never
      /** @param candidates at least one */
      changeWith(candidates: readonly VisitCandidate[]): VisitChange
    }

/**
 * Plans a change of when, by whom or for what a booking takes place, and writes it, until nobody else was
 * faster. Two round trips: `plan` reads the booking, and it is written as it was planned unless it has
 * changed. Where people or units have to be combined, what is taken is read as well.
 *
 * @param plan throws the refusals of the change
 */
export async function changeVisit(
  context: RequestContext,
  plan: (catalog: Catalog) => Promise<PlannedChange>,
): Promise<Booking> {
  let catalog = await context.tenant.catalog()
  const attempts = planningAttempts(context.tenant.slug)
  for (;;) {
    const planned = await plan(catalog)
    if ('unchanged' in planned) return unchanged(context, planned.unchanged)
    const { booking, visit } = planned
    const loaded = await loadBusyTime(context, catalog, booking, visit)
    if (loaded.catalog.version !== catalog.version) {
      attempts.countStale()
      catalog = loaded.catalog
      continue
    }
    const candidates = visit.timeRefusal ? [] : visit.candidatesAmong(loaded.busyTime)
    if (candidates.length === 0) return planned.refuse(visit.timeRefusal ?? 'SLOT_NOT_AVAILABLE')
    const written = await writeVisitChange(context, catalog, planned.changeWith(candidates))
    switch (written.outcome) {
      case 'written':
        return written.booking
      case 'repeated':
        if (context.idempotentRequest) context.idempotentRequest.repeated = true
        return storedBooking.parse(written.response)
      case 'reused':
      case 'in_progress':
        return throwForIdempotency(written.outcome)
      case 'blocked':
        return fail('CUSTOMER_BLOCKED')
      case 'stale':
        attempts.countStale()
        catalog = await context.tenant.catalogAt(written.catalogVersion)
        break
      case 'taken':
        // without a reading the database has tried every candidate
        if (visit.isFinal) return planned.refuse('SLOT_NOT_AVAILABLE')
        attempts.countLost()
        break
      default:
        // somebody else has changed the booking, or has begun to pay
        attempts.countLost()
    }
  }
}

/** Its response is stored for the key of the request, so that a later repetition does not change it. */
const unchanged = (context: RequestContext, booking: Booking): Promise<Booking> | Booking => {
  if (context.auditedChange) context.auditedChange.needsNoEntry = true
  return context.idempotentRequest
    ? context.tenant.db.transaction((tx) =>
        withIdempotency(context, tx, storedBooking, async () => booking),
      )
    : booking
}

/**
 * Busy time, where people or units have to be combined; else null: the database decides between
 * the candidates. The booking's own time counts as free.
 */
async function loadBusyTime(
  context: RequestContext,
  catalog: Catalog,
  booking: Booking,
  { plan, day, isFinal, timeRefusal }: PlannedReschedule,
): Promise<{ catalog: Catalog; busyTime: VisitBusyTime | null }> {
  if (isFinal || timeRefusal) return { catalog, busyTime: null }
  const windows = [{ ...busyWindow(plan, day), needsBlocks: true }]
  const loaded = await loadBusy(context, () => ({ windows }), booking.id)
  return {
    catalog: loaded.catalog,
    busyTime: { busy: loaded.busy[0] as BusyTime, blocks: loaded.blocks },
  }
}
