import type { waitlistQueries } from '@silla/db'
import { Refusal } from '@silla/errors'
import { type BusyTime, slotsOfDay, type VisitPlan } from '@silla/slots'
import { bookingWindow } from '../availability/booking-window.ts'
import { busyWindow, loadBusy } from '../availability/load-busy.ts'
import { scheduleOf } from '../availability/schedule.ts'
import { visitPlan } from '../availability/visit-plan.ts'
import { type PlannedCandidate, planVisit, type VisitBusyTime } from '../bookings/plan-visit.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Clock } from '../clock.ts'
import type { WaitlistEntry } from '../model/waitlist.ts'
import type { TenantContext } from '../request-context.ts'
import { requestedVisit } from './requested-visit.ts'

/** A free time that fits an entry. */
export interface FreeTime {
  /** The one it was found with. */
  catalog: Catalog
  candidate: PlannedCandidate
}

/** A customer needs some minutes to read an offer, whatever the salon's notice is. */
const leastMinutes = 5

/**
 * The first bookable time that fits an entry and is not left to everybody; null: none (D40). It is
 * found as a slot of availability is, so that nothing is offered that cannot be booked.
 */
export async function findFreeTime(
  context: TenantContext,
  entry: WaitlistEntry,
  isLeft: (candidate: PlannedCandidate) => boolean,
): Promise<FreeTime | null> {
  const now = context.clock.now()
  const clock = { now: () => now }
  const { catalog, planned, busy, blocks } = await loadBusy({ ...context, clock }, (catalog) => {
    const bookable = bookingWindow(catalog, clock)
    const from = Math.max(entry.firstDay, bookable.firstDay)
    const to = Math.min(entry.lastDay, bookable.lastDay)
    const bookableFrom = Math.max(
      bookable.bookableFrom,
      Math.ceil(now.getTime() / 60_000) + leastMinutes,
    )
    const plan = from <= to ? planOf(catalog, entry) : null
    const windows = plan ? [busyWindow(plan, from, to)] : []
    return { plan, from, to, bookableFrom, windows }
  })
  const { plan, from, to, bookableFrom } = planned
  if (plan === null) return null
  const request = {
    ...scheduleOf(catalog),
    ...{ busy: busy[0] as BusyTime, plan, bookableFrom },
  }
  const busyTime = { busy: request.busy, blocks, isRetry: false }
  for (let day = from; day <= to; day++) {
    const slots = slotsOfDay({ ...request, day })
    for (const [index, startMinute] of slots.startMinutes.entries()) {
      if (slots.states[index] !== 'free') continue
      if (startMinute < (entry.fromMinute ?? 0)) continue
      if (entry.toMinute !== null && (slots.endMinutes[index] as number) > entry.toMinute) continue
      const candidates = candidatesAt(catalog, entry, { day, startMinute }, clock, busyTime)
      const candidate = candidates.find((each) => !isLeft(each))
      if (candidate) return { catalog, candidate }
    }
  }
  return null
}

/** null: the salon does not offer it any more. */
function planOf(catalog: Catalog, entry: WaitlistEntry): VisitPlan | null {
  const { serviceIds, ...people } = requestedVisit(entry)
  const length = { durationMinutes: null, serviceIds }
  const plan = unlessRefused(() => visitPlan(catalog, { ...people, length }))
  return plan && isDoneBySomebody(plan) ? plan : null
}

/** Whether each service has somebody who does it. */
export const isDoneBySomebody = ({ lines }: VisitPlan): boolean =>
  lines.every((line) => line.length > 0)

/** How the visit of an entry can take place at a start, by preference. */
function candidatesAt(
  catalog: Catalog,
  entry: WaitlistEntry,
  at: { day: number; startMinute: number },
  clock: Clock,
  busyTime: VisitBusyTime & { isRetry: boolean },
): PlannedCandidate[] {
  const input = { ...requestedVisit(entry), ...at, byBusiness: false }
  const visit = unlessRefused(() => planVisit(catalog, input, clock, null, busyTime))
  return visit && visit.timeRefusal === null ? visit.candidates : []
}

/** null: refused. */
export function unlessRefused<T>(plan: () => T): T | null {
  try {
    return plan()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** How often a freed time is offered before it is left to everybody. */
const maxOffersOfTime = 3

/**
 * Whether a time is not offered to an entry: it was offered to it before, or often enough to others,
 * since somebody had it last.
 */
export function isLeftToOthers(
  entryId: number,
  offers: readonly waitlistQueries.CountedOffer[],
): (candidate: PlannedCandidate) => boolean {
  return (candidate) => {
    const people = new Set(candidate.lines.map(({ professional }) => professional.id))
    const same = offers.filter(
      ({ professionalIds, startsAt, endsAt }) =>
        startsAt < candidate.endsAt &&
        endsAt > candidate.startsAt &&
        professionalIds.some((id) => people.has(id)),
    )
    return same.length >= maxOffersOfTime || same.some((offer) => offer.entryId === entryId)
  }
}
