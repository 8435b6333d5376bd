import { availabilityQueries } from '@silla/db'
import { type EpochDay, type Resources, type Span, zoneOf } from '@silla/slots'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { scheduleOf } from './schedule.ts'

/** The days and professionals whose free time is asked for. */
export interface Window {
  professionalIds: number[]
  from: EpochDay
  to: EpochDay
}

/**
 * What a question about free time is answered from: the salon's schedule and what is taken of it,
 * of one moment. One round trip; when the salon changed since our copy of its catalogue, the
 * question is planned anew with the new one.
 *
 * @param plan says what to look at, given the catalogue; it may refuse
 */
export async function loadBusy<P extends Window>(
  context: RequestContext,
  plan: (catalog: Catalog) => P,
): Promise<{ catalog: Catalog; window: P; resources: Resources }> {
  let catalog = await context.tenant.catalog()
  for (let tries = 0; tries < triesAtMost; tries++) {
    const window = plan(catalog)
    const busy = await busyIn(context, catalog, window)
    const current = await context.tenant.catalogAt(busy.catalogVersion)
    if (busy.catalogVersion === catalog.version)
      return { catalog, window, resources: resourcesOf(catalog, window, busy) }
    catalog = current
  }
  throw new Error(`the catalogue of ${context.tenant.slug} changes faster than it can be read`)
}

const triesAtMost = 5

async function busyIn(
  requestContext: RequestContext,
  catalog: Catalog,
  window: Window,
): Promise<availabilityQueries.BusyRow> {
  const [row] = await requestContext.tenant.db.query((sql) =>
    availabilityQueries.findBusySpans(sql, requestContext.tenant.businessId, {
      resourceIds: window.professionalIds,
      from: startOf(catalog, window.from),
      to: startOf(catalog, window.to + 1),
      now: requestContext.clock.now(),
    }),
  )
  if (!row) throw new Error(`business ${requestContext.tenant.slug} has no profile`)
  return row
}

const startOf = (catalog: Catalog, day: EpochDay): Date =>
  new Date(zoneOf(catalog.settings.timezone).toEdge(day, 0) * 60_000)

function resourcesOf(
  catalog: Catalog,
  window: Window,
  busy: availabilityQueries.BusyRow,
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
