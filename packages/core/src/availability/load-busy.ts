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
import type { ResourceGroup } from '../busy-group-reader.ts'
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
 * @param plan chooses the windows, given the catalogue; without any nothing is loaded; it may throw.
 *   With a fingerprint the busy time of its only window is not loaded again; null: none is known
 * @param exceptBooking a booking whose own claims count as free; null: none
 * @returns the plan and the catalogue it was made with, and the busy time of each window under the
 *   same version
 */
export async function loadBusy<
  Plan extends { windows: readonly BusyWindow[]; known?: string | null | undefined },
>(
  context: TenantContext,
  plan: (catalog: Catalog) => Plan,
  exceptBooking: number | null = null,
): Promise<LoadedBusy<Plan>> {
  const { tenant, clock } = context
  let catalog = await tenant.catalog()
  for (let tries = 0; tries < maxTries; tries++) {
    const planned = plan(catalog)
    const { windows, known } = planned
    const [window] = windows
    if (window === undefined) return { catalog, planned, busy: [], blocks: [], fingerprint: null }
    const { catalogVersion, fingerprint, busy } =
      known === undefined
        ? await readWindows(context, catalog, windows, exceptBooking)
        : await tenant.busySpansOfGroup(groupOf(catalog, window, known), clock)
    const current = await tenant.catalogAt(catalogVersion)
    if (catalogVersion === catalog.version) {
      const spans = busy === null ? [] : busyOfWindows(windows, busy.spans)
      return { catalog, planned, busy: spans, blocks: busy?.blocks ?? [], fingerprint }
    }
    catalog = current
  }
  throw new Error(`the catalogue of ${tenant.slug} changes faster than it can be read`)
}

export interface LoadedBusy<Plan> {
  catalog: Catalog
  planned: Plan
  /** Of each window; empty when its fingerprint is the known one. */
  busy: BusyTime[]
  /** Of all windows, and others; empty when no window needs them. */
  blocks: readonly OwnedClaim[]
  /** Of the busy time of the only window; null unless it was asked for. */
  fingerprint: string | null
}

const maxTries = 5

async function readWindows(
  { tenant, clock }: TenantContext,
  catalog: Catalog,
  windows: readonly BusyWindow[],
  exceptBooking: number | null,
) {
  const blocks = windows.some(({ needsBlocks }) => needsBlocks)
  const { catalogVersion, ...busy } = await tenant.busySpans(
    resourceWindows(catalog, windows),
    clock,
    { blocks, exceptBooking },
  )
  return { catalogVersion, busy, fingerprint: null }
}

/** Of each window the resources, one after the other. */
function resourceWindows(catalog: Catalog, windows: readonly BusyWindow[]): ResourceWindow[] {
  return windows.flatMap((window) => {
    const { resourceIds, from, to } = groupOf(catalog, window)
    return resourceIds.map((resourceId) => ({ resourceId, from, to }))
  })
}

function groupOf(
  catalog: Catalog,
  { resourceIds, from, to, bufferMinutes }: BusyWindow,
  fingerprint: string | null = null,
): ResourceGroup {
  const zone = zoneOf(catalog.settings.timezone)
  const span = { from: zone.toEdge(from, 0), to: zone.toEdge(to + 1, 0) + bufferMinutes }
  return { resourceIds, ...span, fingerprint }
}

/** @param spans in the order of `resourceWindows` */
function busyOfWindows(windows: readonly BusyWindow[], spans: readonly SpanList[]): BusyTime[] {
  let next = 0
  return windows.map(
    ({ resourceIds }) => new Map(resourceIds.map((id) => [id, spans[next++] as SpanList])),
  )
}
