import { apiKeyQueries, type Listener, movedBusinessQueries, type Sql } from '@silla/db'
import type { Principal } from './api-key-cache.ts'
import { openLookUpCache } from './look-up-cache.ts'

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
  /** The origin at which the salon with this slug is served now; null: none has moved from here. */
  findMoved(slug: string): Promise<string | null>
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
  const cache = openLookUpCache(findPage)
  listener.on('silla_keys', cache.clear)
  listener.onGap(cache.clear)

  return {
    find: async (slug) => (slugShape.test(slug) ? cache.resolve(slug, clock()) : null),
    findMoved: async (slug) =>
      slugShape.test(slug) ? movedBusinessQueries.findMovedSlug(registry, slug) : null,
  }

  async function findPage(slug: string): Promise<SalonPage | null> {
    const found = await apiKeyQueries.findPage(registry, slug, new Date(clock()))
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

/** As `registry.businesses` requires it. */
const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
