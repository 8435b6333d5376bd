import { type EpochDay, type Resources, zoneOf } from '@silla/slots'
import type { ResourceWindow } from '../busy-reader.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RequestContext } from '../request-context.ts'
import { scheduleOf } from './schedule.ts'

/** The professionals and days to compute free time for; both days are included. */
export interface BusyWindow {
  professionalIds: readonly number[]
  from: EpochDay
  to: EpochDay
}

/**
 * Loads the busy time of some windows in one round trip. When the salon changed since our copy of
 * its catalogue was loaded, the windows are planned again with the new catalogue.
 *
 * @param plan chooses the windows, given the catalogue; without any nothing is loaded; it may throw
 * @returns the plan and the catalogue it was made with, and the busy time of each window under the
 *   same version
 */
export async function loadBusy<Plan extends { windows: readonly BusyWindow[] }>(
  { tenant, clock }: RequestContext,
  plan: (catalog: Catalog) => Plan,
): Promise<{ catalog: Catalog; planned: Plan; resources: Resources[] }> {
  let catalog = await tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const planned = plan(catalog)
    const { windows } = planned
    if (windows.length === 0) return { catalog, planned, resources: [] }
    const { catalogVersion, spans } = await tenant.busySpans(
      resourceWindows(catalog, windows),
      clock,
    )
    const current = await tenant.catalogAt(catalogVersion)
    if (catalogVersion === catalog.version)
      return { catalog, planned, resources: resourcesOf(catalog, windows, spans) }
    catalog = current
  }
  throw new Error(`the catalogue of ${tenant.slug} changes faster than it can be read`)
}

const maxTries = 5

/** Of each window the professionals, one after the other. */
function resourceWindows(catalog: Catalog, windows: readonly BusyWindow[]): ResourceWindow[] {
  const zone = zoneOf(catalog.settings.timezone)
  return windows.flatMap(({ professionalIds, from, to }) => {
    const span = { from: zone.toEdge(from, 0), to: zone.toEdge(to + 1, 0) }
    return professionalIds.map((resourceId) => ({ resourceId, ...span }))
  })
}

/** @param spans in the order of `resourceWindows` */
function resourcesOf(
  catalog: Catalog,
  windows: readonly BusyWindow[],
  spans: readonly (readonly number[])[],
): Resources[] {
  const { professionals } = scheduleOf(catalog)
  let next = 0
  return windows.map(({ professionalIds }) => {
    const resources = new Map()
    for (const id of professionalIds) {
      const busy = spans[next++]
      const calendar = professionals.get(id)
      if (calendar !== undefined) resources.set(id, { calendar, busy })
    }
    return resources
  })
}
