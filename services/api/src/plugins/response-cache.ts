import { createHash } from 'node:crypto'
import type { Catalog } from '@silla/core'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { success } from '../wire/envelope.ts'

/** Adds `reply.sendCached`, documented in fastify-types.ts. */
export function addResponseCache(app: FastifyInstance): void {
  const caches = new WeakMap<Catalog, CatalogCache>()

  app.decorateReply('sendCached', async function (this: FastifyReply, key, build) {
    const { context, languages } = this.request
    const catalog = await context.tenant.catalog()
    const fullKey = JSON.stringify([languages.text, languages.message, ...key])
    const response = responseFor(cacheOf(caches, catalog), fullKey, () =>
      createResponse(this.serialize(success(build(catalog)))),
    )
    this.headers(response.headers)
    if (matchesEtag(this.request.headers['if-none-match'], response.headers.etag))
      return this.code(304).send()
    return this.header('content-type', 'application/json; charset=utf-8').send(response.body)
  })
}

/**
 * The responses built from one copy of a catalogue. When the salon changes something, a new copy
 * replaces it, and the responses are garbage collected with the old one.
 */
interface CatalogCache {
  responses: Map<string, CachedResponse>
  bytes: number
}

interface CachedResponse {
  body: Buffer
  headers: { etag: string; 'cache-control': string }
}

/** A client that tries every filter fills only this salon's cache, which is then cleared. */
const maxCacheBytes = 2 * 1024 * 1024

function cacheOf(caches: WeakMap<Catalog, CatalogCache>, catalog: Catalog): CatalogCache {
  let cache = caches.get(catalog)
  if (cache === undefined) {
    cache = { responses: new Map(), bytes: 0 }
    caches.set(catalog, cache)
  }
  return cache
}

function responseFor(
  cache: CatalogCache,
  key: string,
  create: () => CachedResponse,
): CachedResponse {
  const cached = cache.responses.get(key)
  if (cached !== undefined) return cached
  const response = create()
  if (cache.bytes + response.body.length > maxCacheBytes) {
    cache.responses.clear()
    cache.bytes = 0
  }
  cache.responses.set(key, response)
  cache.bytes += response.body.length
  return response
}

/** The ETag is a hash of the body, so it is the same in every process. */
function createResponse(text: string | ArrayBuffer | Buffer): CachedResponse {
  const body = Buffer.from(text as string)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return { body, headers: { etag, 'cache-control': 'private, no-cache' } }
}

/** If-None-Match is a list of ETags or `*`; weak and strong ETags compare as equal. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => {
    const trimmed = tag.trim()
    return trimmed === '*' || trimmed.replace(/^W\//, '') === etag
  })
}
