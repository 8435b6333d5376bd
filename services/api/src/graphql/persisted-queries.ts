import { createHash } from 'node:crypto'
import { fail } from '@silla/errors'
import { failField } from '../wire/params.ts'
import { createLruCache } from './lru.ts'

/**
 * What a client sends instead of a text that it has sent before, or along with it (Apollo's
 * protocol, version 1).
 */
export interface PersistedQuery {
  version: number
  sha256Hash: string
}

/**
 * Texts by their hashes, so that a client sends a long query once and its hash from then on. Each
 * business has its own; what is forgotten, and what another process was told, the client sends
 * again.
 */
export interface PersistedQueries {
  /**
   * @throws Refusal PERSISTED_QUERY_NOT_FOUND; VALIDATION_ERROR where a text and its hash do not
   *   belong together
   */
  textOf(
    businessId: string,
    query: string | undefined,
    persisted: PersistedQuery | undefined,
  ): string
  /** Remembers a text that was let in. */
  keep(businessId: string, text: string, persisted: PersistedQuery | undefined): void
}

const keptAtMost = { entries: 1000, characters: 4 * 1024 * 1024 }

export function persistedQueries(): PersistedQueries {
  const texts = createLruCache<string>(keptAtMost)
  return {
    textOf(businessId, query, persisted) {
      if (persisted === undefined) return query ?? failField('query', 'required')
      if (persisted.version !== 1)
        failField('extensions.persistedQuery.version', { keyword: 'not_one_of', limit: 1 })
      if (query === undefined) {
        return texts.get(keyOf(businessId, persisted)) ?? fail('PERSISTED_QUERY_NOT_FOUND')
      }
      if (
        texts.get(keyOf(businessId, persisted)) !== query &&
        sha256(query) !== persisted.sha256Hash
      ) {
        failField('extensions.persistedQuery.sha256Hash', 'bad_format')
      }
      return query
    },
    keep(businessId, text, persisted) {
      const key = persisted && keyOf(businessId, persisted)
      if (key !== undefined && texts.get(key) === undefined) texts.set(key, text, text.length)
    },
  }
}

const keyOf = (businessId: string, { sha256Hash }: PersistedQuery) => `${businessId} ${sha256Hash}`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
