import { catalogQueries, type Listener, type TenantDb } from '@silla/db'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Catalog } from './catalog.ts'
import { loadCatalog } from './load-catalog.ts'

/**
 * One copy of each salon's catalogue per process. A change drops it by NOTIFY; should a notice get
 * lost, the version is read again when the copy was last known good more than 10 seconds ago
 * (architecture: catalogue reads).
 */
export interface CatalogCache {
  /** Copies that were at hand when asked for, and those that were not. */
  readonly lookUps: Readonly<{ hits: number; misses: number }>
  current(db: TenantDb): Promise<Catalog>
  /** @param version what the database said is in force; a copy under another one is replaced */
  at(db: TenantDb, version: number): Promise<Catalog>
}

const checkAfterMilliseconds = 10_000
const salonsAtMost = 2_000

export function openCatalogCache(parts: { notices: Listener; clock: Clock }): CatalogCache {
  const copies = new LRUCache<string, Copy>({ max: salonsAtMost })
  parts.notices.on('silla_catalog', (businessId) => copies.delete(businessId))
  parts.notices.onGap(() => copies.clear())

  const lookUps = { hits: 0, misses: 0 }

  return {
    lookUps,
    async current(tenantDb) {
      const copy = copies.get(tenantDb.businessId)
      if (!copy) return fill(tenantDb).catalog
      if (isFresh(copy)) {
        lookUps.hits++
        return copy.catalog
      }
      copy.checking ??= check(tenantDb, copy).finally(() => {
        copy.checking = undefined
      })
      return copy.checking
    },
    async at(door, version) {
      const copy = copies.get(door.businessId)
      if (!copy) return fill(door).catalog
      const catalog = await copy.catalog
      if (catalog.version === version) {
        copy.knownGoodAt = now()
        return catalog
      }
      return replace(door, copy).catalog
    },
  }

  /**
   * Everybody who asks meanwhile waits for the same load; a load that fails leaves nothing behind.
   */
  function fill(door: TenantDb): Copy {
    lookUps.misses++
    const copy: Copy = { catalog: loadCatalog(door), knownGoodAt: now(), checking: undefined }
    copies.set(door.businessId, copy)
    copy.catalog.catch(() => forget(door, copy))
    return copy
  }

  /**
   * Of many who find the same copy old, the first one loads; a notice that came meanwhile has
   * dropped the copy already.
   */
  function replace(door: TenantDb, old: Copy): Copy {
    const present = copies.get(door.businessId)
    return present && present !== old ? present : fill(door)
  }

  async function check(door: TenantDb, copy: Copy): Promise<Catalog> {
    const startedAt = now()
    const [[row]] = await door.batch((tx) => [catalogQueries.findCatalogVersion(tx)])
    const catalog = await copy.catalog
    if (row?.catalogVersion !== catalog.version) return replace(door, copy).catalog
    copy.knownGoodAt = startedAt
    return catalog
  }

  function forget(door: TenantDb, copy: Copy) {
    if (copies.get(door.businessId) === copy) copies.delete(door.businessId)
  }

  function isFresh(copy: Copy): boolean {
    return now() - copy.knownGoodAt <= checkAfterMilliseconds
  }

  function now(): number {
    return parts.clock.now().getTime()
  }
}

/** A notice deletes the whole copy, so a load that raced it is thrown away with it. */
interface Copy {
  catalog: Promise<Catalog>
  knownGoodAt: number
  checking: Promise<Catalog> | undefined
}
