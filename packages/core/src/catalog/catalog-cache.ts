import { catalogQueries, type Listener, type TenantDb } from '@silla/db'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { mapInSlices, openSlices, type Slices } from '../slices.ts'
import type { Catalog } from './catalog.ts'
import { loadCatalog } from './load-catalog.ts'

/**
 * Caches one copy of each salon's catalogue per process. A change invalidates it by NOTIFY. In case
 * a notification is lost, a copy that was last confirmed more than 10 seconds ago is checked
 * against the version in the database (architecture: catalogue reads).
 */
export interface CatalogCache {
  /** Requests that found a copy, and those that did not. */
  readonly lookUps: Readonly<{ hits: number; misses: number }>
  current(db: TenantDb): Promise<Catalog>
  /**
   * The copy that `current` would return without a query; undefined if it would send one.
   *
   * @param at milliseconds since 1970
   */
  fresh(businessId: string, at: number): Catalog | undefined
  /** @param version the current one in the database; a copy with another version is replaced */
  at(db: TenantDb, version: number): Promise<Catalog>
}

const checkAfterMilliseconds = 10_000
const maxCacheBytes = 48 * 1024 * 1024

/**
 * @param parts.maxBytes approximately what the copies may take; those used least recently are
 *   dropped
 */
export function openCatalogCache(parts: {
  notices: Listener
  clock: Clock
  maxBytes?: number
}): CatalogCache {
  const maxBytes = parts.maxBytes ?? maxCacheBytes
  const copies = new LRUCache<string, Copy>({ maxSize: maxBytes })
  parts.notices.on('silla_catalog', (businessId) => copies.delete(businessId))
  parts.notices.onGap(() => copies.clear())

  const lookUps = { hits: 0, misses: 0 }

  return {
    lookUps,
    async current(db) {
      const copy = copies.get(db.businessId)
      if (!copy) return fill(db).catalog
      if (isFresh(copy, now())) {
        lookUps.hits++
        return copy.catalog
      }
      copy.checking ??= check(db, copy).finally(() => {
        copy.checking = undefined
      })
      return copy.checking
    },
    fresh(businessId, at) {
      const copy = copies.get(businessId)
      if (copy?.loaded === undefined || !isFresh(copy, at)) return undefined
      lookUps.hits++
      return copy.loaded
    },
    async at(db, version) {
      const copy = copies.get(db.businessId)
      if (!copy) return fill(db).catalog
      const catalog = await copy.catalog
      if (catalog.version === version) {
        copy.confirmedAt = now()
        return catalog
      }
      return replace(db, copy).catalog
    },
  }

  /** Concurrent requests share one load; a load that fails is not cached. */
  function fill(db: TenantDb): Copy {
    lookUps.misses++
    const copy: Copy = {
      catalog: load(db).then(({ catalog, bytes }) => {
        copy.loaded = catalog
        if (copies.peek(db.businessId) === copy) store(db, copy, bytes)
        return catalog
      }),
      loaded: undefined,
      confirmedAt: now(),
      checking: undefined,
    }
    store(db, copy, bytesWhileLoading)
    copy.catalog.catch(() => remove(db, copy))
    return copy
  }

  function store(db: TenantDb, copy: Copy, bytes: number) {
    // the size of a copy that is already stored would not be updated
    copies.delete(db.businessId)
    // a salon above the limits of a salon file is cached too, instead of loaded by each request
    copies.set(db.businessId, copy, { size: Math.min(bytes, Math.floor(maxBytes / 2)) })
  }

  /**
   * The first of several requests that find a copy outdated loads a new one. A notification may
   * have removed or replaced the copy in the meantime.
   */
  function replace(db: TenantDb, outdated: Copy): Copy {
    const present = copies.get(db.businessId)
    return present && present !== outdated ? present : fill(db)
  }

  async function check(db: TenantDb, copy: Copy): Promise<Catalog> {
    const startedAt = now()
    const [[row]] = await db.batch((tx) => [catalogQueries.findCatalogVersion(tx)])
    const catalog = await copy.catalog
    if (row?.catalogVersion !== catalog.version) return replace(db, copy).catalog
    copy.confirmedAt = startedAt
    return catalog
  }

  function remove(db: TenantDb, copy: Copy) {
    if (copies.get(db.businessId) === copy) copies.delete(db.businessId)
  }

  function now(): number {
    return parts.clock.now().getTime()
  }
}

/** A notification deletes the whole entry, so the result of a load that raced it is discarded. */
interface Copy {
  catalog: Promise<Catalog>
  /** The same, once it is loaded. */
  loaded: Catalog | undefined
  confirmedAt: number
  checking: Promise<Catalog> | undefined
}

const isFresh = (copy: Copy, at: number): boolean => at - copy.confirmedAt <= checkAfterMilliseconds

const bytesWhileLoading = 1000

async function load(db: TenantDb): Promise<{ catalog: Catalog; bytes: number }> {
  const slices = openSlices()
  const catalog = await loadCatalog(db, slices)
  return { catalog, bytes: await bytesOf(catalog, slices) }
}

/** Approximately, with its calendars: measured as 2.7 to 3.7 times the length of its JSON text. */
async function bytesOf(catalog: Catalog, slices: Slices): Promise<number> {
  const entries = Object.values(catalog).flat()
  const lengths = await mapInSlices(slices, entries, (entry) => JSON.stringify(entry).length)
  return 3 * lengths.reduce((total, length) => total + length, 0)
}
