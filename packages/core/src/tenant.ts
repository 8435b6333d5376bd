import {
  type Database,
  type DbMetrics,
  type Listener,
  openTenantDbs,
  type TenantDb,
} from '@silla/db'
import type { Catalog } from './catalog/catalog.ts'
import { openCatalogCache } from './catalog/catalog-cache.ts'
import type { Clock } from './clock.ts'

/** One business as the use cases meet it: the door to its rows and what it shows. */
export interface Tenant {
  readonly businessId: string
  readonly slug: string
  readonly db: TenantDb
  /** What the salon shows; never more than 10 seconds behind, usually not at all. */
  catalog(): Promise<Catalog>
  /**
   * The database has just said which version is in force: the copy at hand if it is that one, else
   * a new one.
   */
  catalogAt(version: number): Promise<Catalog>
}

/** Makes tenants over one process's pools and its cache of catalogues. */
export function openTenants(parts: {
  database: Database
  notices: Listener
  clock: Clock
  watch?: DbMetrics | undefined
}): Tenants {
  const doorOf = openTenantDbs(parts.database, {}, parts.watch)
  const catalogs = openCatalogCache({ notices: parts.notices, clock: parts.clock })
  return {
    catalogLookUps: catalogs.lookUps,
    tenant(businessId, slug) {
      const db = doorOf(businessId)
      return {
        businessId,
        slug,
        db: db,
        catalog: () => catalogs.current(db),
        catalogAt: (version) => catalogs.at(db, version),
      }
    },
  }
}

export interface Tenants {
  /** How often a catalogue was at hand, and how often not. */
  readonly catalogLookUps: Readonly<{ hits: number; misses: number }>
  tenant(businessId: string, slug: string): Tenant
}
