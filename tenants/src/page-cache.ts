import { apiKeyQueries, type Listener, type Sql } from '@silla/db'
import { LRUCache } from 'lru-cache'
import type { Principal } from './api-key-cache.ts'

/** The business of a booking page. */
export interface SalonPage {
  /** A visitor of the page, who has the same access and limits as with the key in it. */
  visitor: Principal
  /** The publishable key that the page contains; null: it has no usable one. */
  key: string | null
}

/** Resolves slugs to the businesses of booking pages. */
export interface PageCache {
  /**
   * The business with this slug, whether its page is on or not; null: there is none.
   *
   * @throws SERVICE_UNAVAILABLE when the database is down or does not answer
   */
  find(slug: string): Promise<SalonPage | null>
}

/**
 * Look-ups are cached as those of API keys are: for a second at most, and until any key or business
 * changes.
 */
export function openPageCache({
  registry,
  listener,
  clock,
}: {
  /** The pool for registry.find_page. */
  registry: Sql
  listener: Listener
  /** Milliseconds since 1970. */
  clock: () => number
}): PageCache {
  const cache = new LRUCache<string, LookUp>({ max: maxEntries })
  const clear = () => cache.clear()
  listener.on('silla_keys', clear)
  listener.onGap(clear)

  return {
    async find(slug) {
      if (!slugShape.test(slug)) return null
      const now = clock()
      const cached = cache.get(slug)
      if (
        cached !== undefined &&
        now >= cached.startedAt &&
        now - cached.startedAt < maxAgeMilliseconds
      )
        return cached.page
      const lookUp = { startedAt: now, page: findPage(slug, now) }
      cache.set(slug, lookUp)
      lookUp.page.catch(() => {
        if (cache.peek(slug) === lookUp) cache.delete(slug)
      })
      return lookUp.page
    },
  }

  async function findPage(slug: string, now: number): Promise<SalonPage | null> {
    const found = await apiKeyQueries.findPage(registry, slug, new Date(now))
    if (found === null) return null
    const { keyId, pageKey, ...business } = found
    return {
      visitor: {
        ...business,
        // rate limits count visitors by their address, and only secret keys by their id
        keyId: keyId ?? '',
        kind: 'publishable',
        name: '',
        origins: [],
        forPage: true,
      },
      key: pageKey,
    }
  }
}

interface LookUp {
  startedAt: number
  page: Promise<SalonPage | null>
}

const maxEntries = 10_000
const maxAgeMilliseconds = 1000
/** As `registry.businesses` requires it. */
const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
