import {
  type Database,
  type DbMetrics,
  type DbTracing,
  type Listener,
  nestedTenantDb,
  openTenantDbs,
  sharedResult,
  type TenantDb,
  type TenantDbLimits,
  type Tx,
} from '@silla/db'
import {
  type FingerprintedSpans,
  openBusyGroupReader,
  type ResourceGroup,
} from './busy-group-reader.ts'
import {
  type BusyNeeds,
  type BusySpans,
  openBusyReader,
  type ResourceWindow,
} from './busy-reader.ts'
import type { Catalog } from './catalog/catalog.ts'
import { openCatalogCache } from './catalog/catalog-cache.ts'
import type { Clock } from './clock.ts'
import { type DayCache, openDayCache } from './day-cache.ts'

/** One business: access to its rows, and its catalogue. */
export interface Tenant {
  readonly businessId: string
  readonly slug: string
  readonly db: TenantDb
  /** The cached catalogue; at most 10 seconds old, usually current. */
  catalog(): Promise<Catalog>
  /** The cached catalogue if it has the version that the database just returned, else a new one. */
  catalogAt(version: number): Promise<Catalog>
  /** What is taken in some windows, in one round trip, which requests that wait for it share. */
  busySpans(windows: readonly ResourceWindow[], clock: Clock, needs: BusyNeeds): Promise<BusySpans>
  /** The same for a group of resources, unless its fingerprint is the known one. */
  busySpansOfGroup(group: ResourceGroup, clock: Clock): Promise<FingerprintedSpans>
  /** Days that were computed before; all tenants share it. */
  readonly days: DayCache
  /** Whole results that were computed before; all tenants share it. */
  readonly results: DayCache
}

/**
 * Creates tenants that share the pools and the catalogue cache of one process.
 *
 * @param parts.limits of the database; default: those of production
 */
export function openTenants(parts: {
  database: Database
  notices: Listener
  clock: Clock
  limits?: Partial<TenantDbLimits> | undefined
  metrics?: DbMetrics | undefined
  tracing?: DbTracing | undefined
}): Tenants {
  const tenantDb = openTenantDbs(parts.database, parts.limits, parts)
  const catalogs = openCatalogCache({ notices: parts.notices, clock: parts.clock })
  const busy = openBusyReader()
  const groups = openBusyGroupReader()
  const days = openDayCache()
  const results = openDayCache()
  return {
    catalogLookUps: catalogs.lookUps,
    freshCatalog: catalogs.fresh,
    tenant(businessId, slug) {
      const db = tenantDb(businessId)
      return {
        businessId,
        slug,
        db,
        catalog: () => sharedResult(catalogs.current(db)),
        catalogAt: (version) => sharedResult(catalogs.at(db, version)),
        busySpans: (windows, clock, needs) => sharedResult(busy.read(db, clock, windows, needs)),
        busySpansOfGroup: (group, clock) => sharedResult(groups.read(db, clock, group)),
        days,
        results,
      }
    },
  }
}

/** The same business inside of a transaction that has begun: what was written there is seen. */
export function tenantWithin(tenant: Tenant, tx: Tx): Tenant {
  const db = nestedTenantDb(tx)
  const busy = openBusyReader()
  const groups = openBusyGroupReader()
  return {
    ...tenant,
    db,
    busySpans: (windows, clock, needs) => busy.read(db, clock, windows, needs),
    busySpansOfGroup: (group, clock) => groups.read(db, clock, group),
  }
}

export interface Tenants {
  /** Hits and misses of the catalogue cache. */
  readonly catalogLookUps: Readonly<{ hits: number; misses: number }>
  tenant(businessId: string, slug: string): Tenant
  /**
   * A business's cached catalogue, as `Tenant.catalog` returns it; undefined if that would send a
   * query.
   *
   * @param at milliseconds since 1970
   */
  freshCatalog(businessId: string, at: number): Catalog | undefined
}
