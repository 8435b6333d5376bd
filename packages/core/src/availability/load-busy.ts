import { availabilityQueries } from '@silla/db'
import { type EpochDay, type Resources, type Span, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { scheduleOf } from './schedule.ts'

/** The professionals and days to compute free time for; both days are included. */
export interface BusyWindow {
  professionalIds: number[]
  from: EpochDay
  to: EpochDay
}

/**
 * Loads the busy time of a window in one round trip. When the salon changed since our copy of its
 * catalogue was loaded, the window is planned again with the new catalogue.
 *
 * @param plan chooses the window, given the catalogue; null: nothing has to be loaded; it may throw
 * @returns the plan and the catalogue it was made with, and the busy time under the same version
 */
export async function loadBusy<Plan extends { window: BusyWindow | null }>(
  context: RequestContext,
  plan: (catalog: Catalog) => Plan,
): Promise<{ catalog: Catalog; planned: Plan; resources: Resources }> {
  let catalog = await context.tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const planned = plan(catalog)
    if (planned.window === null) return { catalog, planned, resources: new Map() }
    const busy = await busyIn(context, catalog, planned.window)
    const current = await context.tenant.catalogAt(busy.catalogVersion)
    if (busy.catalogVersion === catalog.version)
      return { catalog, planned, resources: resourcesOf(catalog, planned.window, busy) }
    catalog = current
  }
  throw new Error(`the catalogue of ${context.tenant.slug} changes faster than it can be read`)
}

const maxTries = 5

async function busyIn(
  { tenant, clock }: RequestContext,
  catalog: Catalog,
  window: BusyWindow,
): Promise<availabilityQueries.BusySpans> {
  const [row] = await tenant.db.query((sql) =>
    availabilityQueries.findBusySpans(sql, tenant.businessId, {
      resourceIds: window.professionalIds,
      from: startOf(catalog, window.from),
      to: startOf(catalog, window.to + 1),
      now: clock.now(),
    }),
  )
  if (!row) throw new Error(`business ${tenant.slug} has no profile`)
  return row
}

const startOf = (catalog: Catalog, day: EpochDay): Date =>
  new Date(zoneOf(catalog.settings.timezone).toEdge(day, 0) * 60_000)

function resourcesOf(
  catalog: Catalog,
  window: BusyWindow,
  busy: availabilityQueries.BusySpans,
): Resources {
  const spans = new Map<number, Span[]>(window.professionalIds.map((id) => [id, []]))
  busy.resourceIds.forEach((id, index) => {
    spans.get(id)?.push({ start: busy.starts[index] as number, end: busy.ends[index] as number })
  })
  const { professionals } = scheduleOf(catalog)
  return new Map(
    [...spans].flatMap(([id, taken]) => {
      const calendar = professionals.get(id)
      return calendar ? [[id, { calendar, busy: taken }] as const] : []
    }),
  )
}
