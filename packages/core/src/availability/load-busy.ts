import type { OwnedClaim } from '@silla/db'
import {
  type BusyTime,
  type EpochDay,
  longestBuffer,
  resourcesOf,
  type SpanList,
  type VisitPlan,
  zoneOf,
} from '@silla/slots'
import type { ResourceWindow } from '../busy-reader.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { TenantContext } from '../request-context.ts'

/** The resources and days to compute free time for; both days are included. */
export interface BusyWindow {
  resourceIds: readonly number[]
  from: EpochDay
  to: EpochDay
  /** How long after the last day a visit may still hold them. */
  bufferMinutes: number
  /** Whether it matters which claims are blocks: somebody is assigned (D32). */
  needsBlocks?: boolean
}

/** What has to be read of the resources of a plan, for visits on some days. */
export function busyWindow(plan: VisitPlan, from: EpochDay, to = from): BusyWindow {
  const { professionalIds, unitIds } = resourcesOf(plan)
  return {
    resourceIds: [...professionalIds, ...unitIds],
    from,
    to,
    bufferMinutes: longestBuffer(plan),
  }
}

/**
 * Loads the busy time of some windows in one round trip. When the salon changed since our copy of
 * its catalogue was loaded, the windows are planned again with the new catalogue.
 *
 * @param plan chooses the windows, given the catalogue; without any nothing is loaded; it may throw
 * @param exceptBooking a booking whose own claims count as free; null: none
 * @returns the plan and the catalogue it was made with, and the busy time of each window under the
 *   same version
 */
export async function loadBusy<Plan extends { windows: readonly BusyWindow[] }>(
  { tenant, clock }: TenantContext,
  plan: (catalog: Catalog) => Plan,
  exceptBooking: number | null = null,
): Promise<LoadedBusy<Plan>> {
  let catalog = await tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const planned = plan(catalog)
    const { windows } = planned
    if (windows.length === 0) return { catalog, planned, busy: [], blocks: [] }
    const { catalogVersion, spans, blocks } = await tenant.busySpans(
      resourceWindows(catalog, windows),
      clock,
      { blocks: windows.some(({ needsBlocks }) => needsBlocks), exceptBooking },
    )
    const current = await tenant.catalogAt(catalogVersion)
    if (catalogVersion === catalog.version)
      return { catalog, planned, busy: busyOfWindows(windows, spans), blocks: blocks ?? [] }
    catalog = current
  }
  throw new Error(`the catalogue of ${tenant.slug} changes faster than it can be read`)
}

export interface LoadedBusy<Plan> {
  catalog: Catalog
  planned: Plan
  /** Of each window. */
  busy: BusyTime[]
  /** Of all windows, and others; empty when no window needs them. */
  blocks: readonly OwnedClaim[]
}

const maxTries = 5

/** Of each window the resources, one after the other. */
export function resourceWindows(
  catalog: Catalog,
  windows: readonly BusyWindow[],
): ResourceWindow[] {
  const zone = zoneOf(catalog.settings.timezone)
  return windows.flatMap(({ resourceIds, from, to, bufferMinutes }) => {
    const span = { from: zone.toEdge(from, 0), to: zone.toEdge(to + 1, 0) + bufferMinutes }
    return resourceIds.map((resourceId) => ({ resourceId, ...span }))
  })
}

/** @param spans in the order of `resourceWindows` */
export function busyOfWindows(
  windows: readonly BusyWindow[],
  spans: readonly SpanList[],
): BusyTime[] {
  let next = 0
  return windows.map(
    ({ resourceIds }) => new Map(resourceIds.map((id) => [id, spans[next++] as SpanList])),
  )
}
