import { createHash, type Hash } from 'node:crypto'
import { type Catalog, mapInSlices, openSlices } from '@silla/core'
import type { Language } from '@silla/locale'
import type { EpochDay } from '@silla/slots'
import type { DerivedCache } from '../derived-cache.ts'
import type { LimitedKind } from '../limits/request-buckets.ts'
import { isLargeBody } from '../scheduling/body-in-turns.ts'

/** A successful response to a catalogue read. */
export interface CachedResponse {
  /**
   * The bytes of the body, one per character (latin1), which are written together with the head. A
   * large one as it is, because it is written in turns.
   */
  body: string | Buffer
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

/** Some facts of the catalogue are sent only to the business itself (D34). */
export type Audience = (typeof allAudiences)[number]
export const allAudiences = ['business', 'public'] as const

export const audienceOf = (isBusiness: boolean): Audience => (isBusiness ? 'business' : 'public')

/** Requests for the same URL with the same variant get the same response. */
export type ReadyVariant = `${Audience} ${Language}`

/** @param language of messages, as the request's headers select it (http/languages.ts) */
export const readyVariant = (audience: Audience, language: Language): ReadyVariant =>
  `${audience} ${language}`

/** The responses built from each copy of a catalogue. */
export interface ResponseCache {
  /**
   * The response under a key; `create` returns its body and runs once for each key and copy. That of a
   * long body, of which `create` promises the parts, is a promise until it is there.
   */
  responseFor(
    catalog: Catalog,
    key: string,
    create: () => Buffer | Promise<Buffer | readonly Buffer[]>,
  ): CachedResponse | Promise<CachedResponse>
  findReady(catalog: Catalog, url: string, variant: ReadyVariant): ReadyResponse | undefined
  setReady(catalog: Catalog, url: string, variant: ReadyVariant, ready: ReadyResponse): void
}

export function openResponseCache(derived: DerivedCache): ResponseCache {
  /** Responses that are being written in slices, by their keys. */
  const writing = new WeakMap<Catalog, Map<string, Promise<CachedResponse>>>()

  return {
    responseFor(catalog, key, create) {
      const fullKey = `response ${key}`
      const cached = derived.get<CachedResponse>(catalog, fullKey)
      if (cached !== undefined) return cached
      const pending = writing.get(catalog)?.get(fullKey)
      if (pending !== undefined) return pending
      const body = create()
      if (!(body instanceof Promise)) return store(taggedBody(body))
      const response = body
        .then((bytes) => (Buffer.isBuffer(bytes) ? taggedBody(bytes) : joinInSlices(bytes)))
        .then(store)
        .finally(() => writing.get(catalog)?.delete(fullKey))
      if (!writing.has(catalog)) writing.set(catalog, new Map())
      writing.get(catalog)?.set(fullKey, response)
      return response

      function store({ bytes, etag }: TaggedBody): CachedResponse {
        const response = { body: isLargeBody(bytes) ? bytes : bytes.toString('latin1'), etag }
        derived.set(catalog, fullKey, response, response.body.length)
        return response
      }
    },
    // a URL begins with a slash, so it is no other key
    findReady: (catalog, url, variant) => derived.get<ReadyByVariant>(catalog, url)?.[variant],
    setReady(catalog, url, variant, ready) {
      if (url.length > maxReadyUrlLength) return
      const variants = derived.get<ReadyByVariant>(catalog, url)
      if (variants !== undefined) variants[variant] = ready
      else derived.set(catalog, url, { [variant]: ready }, readyBytes)
    },
  }
}

type ReadyByVariant = Partial<Record<ReadyVariant, ReadyResponse>>

/** Of the responses from a catalogue: they are revalidated, and cached for one caller only. */
export const cacheControl = 'private, no-cache'

const maxReadyUrlLength = 300
/** Approximately, in all variants; the bodies are those of the responses. */
const readyBytes = 300

/** A body with its ETag: a hash of it, so the same in every process. */
export interface TaggedBody {
  bytes: Buffer
  etag: string
}

export const taggedBody = (bytes: Buffer): TaggedBody => ({
  bytes,
  etag: etagOf(createHash('sha256').update(bytes)),
})

/** The body of these parts: hashed in slices, because a megabyte takes a millisecond. */
export async function joinInSlices(parts: readonly Buffer[]): Promise<TaggedBody> {
  const slices = openSlices()
  const hash = createHash('sha256')
  await mapInSlices(slices, parts, (part) => hash.update(part))
  await slices.pause()
  return { bytes: Buffer.concat(parts), etag: etagOf(hash) }
}

const etagOf = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 27)}"`

/** If-None-Match is a list of ETags or `*`; weak and strong ETags compare as equal. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  return header.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag
  })
}
