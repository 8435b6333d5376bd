import { createHash } from 'node:crypto'
import { fail } from '@silla/errors'
import { failField } from '@silla/wire'
import { LRUCache } from 'lru-cache'

/** Identifies a query by its hash, sent instead of its text or with it (Apollo's protocol, v1). */
export interface PersistedQuery {
  version: number
  sha256Hash: string
}

/**
 * Query texts by hash: a client sends a long query once, and from then on its hash. Each business
 * has its own. A text that was dropped, or that only another process has, is requested again with
 * PERSISTED_QUERY_NOT_FOUND.
 */
export interface PersistedQueries {
  /**
   * The text of the query. Throws PERSISTED_QUERY_NOT_FOUND for an unknown hash, and
   * VALIDATION_ERROR when the text does not have the hash sent with it.
   */
  textOf(
    businessId: string,
    query: string | undefined,
    persisted: PersistedQuery | undefined,
  ): string
  /** Stores the text of a valid query. */
  store(businessId: string, text: string, persisted: PersistedQuery | undefined): void
}

/** The size of a text is its length in characters. */
const maxStored = { max: 1000, maxSize: 4 * 1024 * 1024 }

export function persistedQueries(): PersistedQueries {
  const texts = new LRUCache<string, string>(maxStored)
  return {
    textOf(businessId, query, persisted) {
      if (persisted === undefined) return query ?? failField('query', 'required')
      if (persisted.version !== 1)
        failField('extensions.persistedQuery.version', { keyword: 'not_one_of', limit: 1 })
      const stored = texts.get(keyOf(businessId, persisted))
      if (query === undefined) return stored ?? fail('PERSISTED_QUERY_NOT_FOUND')
      if (stored !== query && sha256(query) !== persisted.sha256Hash)
        failField('extensions.persistedQuery.sha256Hash', 'bad_format')
      return query
    },
    store(businessId, text, persisted) {
      const key = persisted && keyOf(businessId, persisted)
      if (key !== undefined && texts.get(key) === undefined)
        texts.set(key, text, { size: text.length })
    },
  }
}

const keyOf = (businessId: string, { sha256Hash }: PersistedQuery) => `${businessId} ${sha256Hash}`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
