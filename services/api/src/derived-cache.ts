import type { Catalog } from '@silla/core'
import { LRUCache } from 'lru-cache'

/**
 * What has been made from the salons' catalogues: responses and parts of them. When a salon changes
 * something, a new copy of its catalogue replaces the old one, and everything made from the old one
 * is dropped.
 *
 * The memory is limited for the process, where the salons that were used least recently are dropped,
 * and for each salon: a client that tries every filter fills only that salon's part, which is then
 * cleared.
 */
export interface DerivedCache {
  get<T>(catalog: Catalog, key: string): T | undefined
  /** @param bytes approximately; the key and the entry itself are added */
  set<T>(catalog: Catalog, key: string, value: T, bytes: number): void
  /** What is stored at present. */
  size(): { salons: number; bytes: number }
}

const limits = { bytes: 32 * 1024 * 1024, salonBytes: 2 * 1024 * 1024 }
/** Approximately what an entry takes besides its key and value. */
const entryBytes = 200

export function openDerivedCache(max = limits): DerivedCache {
  const salons = new LRUCache<string, Derived>({ maxSize: max.bytes })

  return {
    get<T>(catalog: Catalog, key: string) {
      const derived = salons.get(catalog.business.id)
      if (derived?.catalog !== catalog) return undefined
      return derived.values.get(key)?.value as T | undefined
    },
    set(catalog, key, value, bytes) {
      const size = key.length + bytes + entryBytes
      if (size > max.salonBytes) return
      const { id } = catalog.business
      let derived = salons.get(id)
      if (derived?.catalog !== catalog || derived.bytes + size > max.salonBytes)
        derived = { catalog, values: new Map(), bytes: 0 }
      derived.bytes += size - (derived.values.get(key)?.size ?? 0)
      derived.values.set(key, { value, size })
      // the size of a value that is already stored would not be updated
      salons.delete(id)
      salons.set(id, derived, { size: derived.bytes })
    },
    size: () => ({ salons: salons.size, bytes: salons.calculatedSize }),
  }
}

interface Derived {
  /** The copy that the values were made from. */
  catalog: Catalog
  values: Map<string, { value: unknown; size: number }>
  bytes: number
}
