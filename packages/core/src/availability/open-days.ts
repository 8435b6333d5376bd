import { fail, type Refusal } from '@silla/errors'
import {
  type EpochDay,
  type Resources,
  type Slot,
  slotsOfDay,
  type VisitPlan,
  type WorkingDay,
  workingDay,
} from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import { findProfessional } from '../catalog/find.ts'
import { nextMinute, today } from '../clock.ts'
import type { RequestContext } from '../request-context.ts'
import { loadBusyBatch, single } from './busy-batch.ts'
import { scheduleOf } from './schedule.ts'
import {
  assertOffered,
  minutesOf,
  offersAll,
  servicesOf,
  simplePlan,
  type VisitLength,
} from './visit-plan.ts'

export interface OpenDays {
  from: EpochDay
  to: EpochDay
  days: OpenDay[]
}

export interface OpenDay {
  day: EpochDay
  available: boolean
  /** Distinct start times at which somebody is free. */
  freeSlots: number
  firstMinute: number | null
  lastMinute: number | null
  /** Why not, when not available. */
  reason: 'full' | 'holiday' | 'closed' | 'off' | 'past' | 'out_of_range' | null
}

export interface OpenDaysQuery {
  /** null: anybody who offers the services */
  professionalId: number | null
  /** null: today */
  from: EpochDay | null
  /** null: 30 days after today */
  to: EpochDay | null
  length: VisitLength
}

const usualDays = 30
const daysAtMost = 92

/**
 * Which days of a range have free time (api.md Availability, D13). One round trip for the whole
 * range.
 *
 * @throws INVALID_RANGE, SERVICE_NOT_FOUND, PROFESSIONAL_NOT_FOUND, SERVICE_NOT_OFFERED
 */
export async function openDays(context: RequestContext, input: OpenDaysQuery): Promise<OpenDays> {
  return single(await openDaysBatch(context, [input]))
}

/**
 * The same for several questions in one round trip; what is wrong with one of them is its own
 * answer.
 */
export async function openDaysBatch(
  requestContext: RequestContext,
  inputs: readonly OpenDaysQuery[],
): Promise<(OpenDays | Refusal)[]> {
  return loadBusyBatch(requestContext, inputs, {
    plan: (catalog, query) => plannedRange(requestContext, catalog, query),
    answer: (catalog, range, resources) => daysWithin(requestContext, catalog, range, resources),
  })
}

function daysWithin(
  caller: RequestContext,
  catalog: Catalog,
  { asked: requested, plan }: PlannedRange,
  resources: Resources,
): OpenDays {
  const first = today(catalog, caller.clock)
  const last = first + catalog.settings.horizonDays
  const bookableFrom = nextMinute(caller.clock.now()) + catalog.settings.noticeMinutes

  const days = daysOf(requested).map((day) => {
    if (day < first) return withoutSlots(day, 'past')
    if (day > last) return withoutSlots(day, 'out_of_range')
    const slots = slotsOfDay({
      business: scheduleOf(catalog).business,
      resources,
      plan,
      day,
      bookableFrom,
    })
    const free = slots.filter((slot) => slot.state === 'free')
    if (free.length === 0)
      return withoutSlots(day, reasonOf(slots, workingDaysOf(catalog, resources, day)))
    return {
      day,
      available: true,
      freeSlots: free.length,
      firstMinute: free[0]?.startMinute ?? null,
      lastMinute: free.at(-1)?.startMinute ?? null,
      reason: null,
    }
  })
  return { ...requested, days }
}

type PlannedRange = ReturnType<typeof plannedRange>

function plannedRange(caller: RequestContext, catalog: Catalog, params: OpenDaysQuery) {
  const first = today(catalog, caller.clock)
  const from = params.from ?? first
  const to = params.to ?? first + usualDays
  if (from > to || to - from > daysAtMost) fail('INVALID_RANGE')
  const services = servicesOf(catalog, params.length.serviceIds)
  const professionalIds = candidatesOf(catalog, params.professionalId, services)
  const plan: VisitPlan = simplePlan(minutesOf(catalog, params.length, services), professionalIds)
  const last = first + catalog.settings.horizonDays
  const within = (day: EpochDay) => Math.min(Math.max(day, first), last)
  return { from: within(from), to: within(to), asked: { from, to }, professionalIds, plan }
}

function candidatesOf(
  catalog: Catalog,
  professionalId: number | null,
  services: ReturnType<typeof servicesOf>,
): number[] {
  if (professionalId === null)
    return catalog.professionals.filter((one) => offersAll(one, services)).map((one) => one.id)
  const professional = findProfessional(catalog, professionalId)
  assertOffered(professional, services)
  return [professional.id]
}

const daysOf = (range: { from: EpochDay; to: EpochDay }): EpochDay[] =>
  Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index)

const withoutSlots = (day: EpochDay, reason: NonNullable<OpenDay['reason']>): OpenDay => ({
  day,
  available: false,
  freeSlots: 0,
  firstMinute: null,
  lastMinute: null,
  reason,
})

const workingDaysOf = (
  catalog: Catalog,
  resources: Resources,
  day: EpochDay,
): WorkingDay['kind'][] =>
  [...resources.values()].map(
    ({ calendar }) => workingDay(scheduleOf(catalog).business, calendar, day).kind,
  )

/**
 * Taken, or no stretch long enough: full. Only what is over: past. Nobody works: why nobody does.
 */
function reasonOf(
  slots: readonly Slot[],
  kinds: readonly WorkingDay['kind'][],
): NonNullable<OpenDay['reason']> {
  if (slots.some((slot) => slot.state === 'busy')) return 'full'
  if (slots.length > 0) return 'past'
  if (kinds.includes('working')) return 'full'
  if (kinds.includes('holiday')) return 'holiday'
  return kinds.includes('closed') ? 'closed' : 'off'
}
