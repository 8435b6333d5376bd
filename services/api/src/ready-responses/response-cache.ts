import { createHash } from 'node:crypto'
import type { Catalog } from '@silla/core'
import type { Language } from '@silla/errors'
import type { EpochDay } from '@silla/slots'
import type { LimitedKind } from '../limits/request-buckets.ts'

/** A successful response to a catalogue read. */
export interface CachedResponse {
  /** The bytes of the body, one per character (latin1), which are written together with the head. */
  body: string
  /** A hash of the body, so it is the same in every process. */
  etag: string
}

/** A response that can be sent without routing the request. */
export interface ReadyResponse {
  response: CachedResponse
  /** The route that created it: its pattern, and the rate limit of its requests. */
  route: string
  limit: LimitedKind | undefined
  /** It may contain dates that are counted from this day of the salon. */
  day: EpochDay
}

/**
 * The responses built from each copy of a catalogue. When the salon changes something, a new copy
 * replaces it, and the responses are garbage collected with the old one.
 */
export interface ResponseCache {
  /** The response under a key; `create` returns its body and runs once for each key and copy. */
  responseFor(catalog: Catalog, key: string, create: () => string): CachedResponse
  /** @param language of messages, as the request's headers select it (plugins/languages.ts) */
  findReady(catalog: Catalog, url: string, language: Language): ReadyResponse | undefined
  setReady(catalog: Catalog, url: string, language: Language, ready: ReadyResponse): void
}

export function openResponseCache(): ResponseCache {
  const caches = new WeakMap<Catalog, CatalogResponses>()

  return {
    responseFor(catalog, key, create) {
      const { responses } = cacheOf(catalog)
      const cached = responses.get(key)
      if (cached !== undefined) return cached
      const response = createResponse(create())
      reserve(cacheOf(catalog), key.length + response.body.length)
      responses.set(key, response)
      return response
    },
    findReady: (catalog, url, language) => caches.get(catalog)?.ready.get(url)?.[language],
    setReady(catalog, url, language, ready) {
      if (url.length > maxReadyUrlLength) return
      const cache = cacheOf(catalog)
      const languages = cache.ready.get(url)
      if (languages !== undefined) {
        languages[language] = ready
      } else {
        reserve(cache, url.length + readyEntryBytes)
        cache.ready.set(url, { [language]: ready })
      }
    },
  }

  function cacheOf(catalog: Catalog): CatalogResponses {
    let cache = caches.get(catalog)
    if (cache === undefined) {
      cache = { responses: new Map(), ready: new Map(), bytes: 0 }
      caches.set(catalog, cache)
    }
    return cache
  }
}

interface CatalogResponses {
  responses: Map<string, CachedResponse>
  /** By URL, then by language. */
  ready: Map<string, Partial<Record<Language, ReadyResponse>>>
  bytes: number
}

/** Of the responses from a catalogue: they are revalidated, and cached for one caller only. */
export const cacheControl = 'private, no-cache'

/** A client that tries every filter fills only this salon's cache, which is then cleared. */
const maxCacheBytes = 2 * 1024 * 1024
const maxReadyUrlLength = 300
/** Approximately what an entry takes besides its URL. */
const readyEntryBytes = 200

function reserve(cache: CatalogResponses, bytes: number): void {
  if (cache.bytes + bytes > maxCacheBytes) {
    cache.responses.clear()
    cache.ready.clear()
    cache.bytes = 0
  }
  cache.bytes += bytes
}

function createResponse(text: string): CachedResponse {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  return { body: bytes.toString('latin1'), etag }
}

/** If-None-Match is a list of ETags or `*`; weak and strong ETags compare as equal. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag
  })
}
