import { actsForBusiness, type Catalog, today } from '@silla/core'
import { wallClock } from '@silla/slots'
import { success } from '@silla/wire'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { envelopeInSlices } from '../http/envelope.ts'
import { languageOfHeaders } from '../http/languages.ts'
import {
  type Audience,
  allAudiences,
  audienceOf,
  type CachedResponse,
  cacheControl,
  matchesEtag,
  type ResponseCache,
  readyVariant,
} from './response-cache.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Sends a cached response with an ETag. `build` returns its data, without the envelope, or a
     * promise of it; it runs once for each key and version of the catalogue.
     */
    sendCached(what: CachedKey, build: () => unknown): FastifyReply
  }
}

/** What a response depends on, besides the languages. */
export interface CachedKey {
  catalog: Catalog
  /** The operation, the parameters, the day. */
  key: readonly unknown[]
  /** The response to the business itself differs from the one to everybody else (D34). */
  perAudience: boolean
}

/** Adds `reply.sendCached`. */
export function addSendCached(app: FastifyInstance, cache: ResponseCache): void {
  app.decorateReply('sendCached', function (this: FastifyReply, what, build) {
    const { catalog, key, perAudience } = what
    const { context, languages, headers } = this.request
    const audiences = perAudience ? [audienceOf(actsForBusiness(context.identity))] : allAudiences
    const fullKey = JSON.stringify([audiences, languages.text, languages.message, ...key])
    const response = cache.responseFor(catalog, fullKey, () => {
      const data = build()
      return data instanceof Promise
        ? data.then<Buffer | Buffer[]>((later) => written(this, later))
        : written(this, data)
    })
    const send = (response: CachedResponse): FastifyReply => {
      setReady(cache, catalog, this, { audiences, response })
      this.headers({ etag: response.etag, 'cache-control': cacheControl })
      if (matchesEtag(headers['if-none-match'], response.etag)) return this.code(304).send()
      const { body } = response
      return this.header('content-type', 'application/json; charset=utf-8').send(
        typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      )
    }
    if (!(response instanceof Promise)) return send(response)
    response.then(send, (error) => this.send(error))
    return this
  })
}

/** The body, with the envelope; a long one in parts. */
function written(reply: FastifyReply, data: unknown): Buffer | Promise<Buffer[]> {
  return envelopeInSlices(reply, data) ?? Buffer.from(String(reply.serialize(success(data))))
}

/** The next request for the same URL gets the response without being routed (ready-responses/). */
function setReady(
  cache: ResponseCache,
  catalog: Catalog,
  reply: FastifyReply,
  { audiences, response }: { audiences: readonly Audience[]; response: CachedResponse },
): void {
  const { raw, context, headers, routeOptions } = reply.request
  const day = today(catalog, context.clock)
  // a request that began the day before may have counted its dates from then
  const startedAt = new Date(context.clock.now().getTime() - reply.elapsedTime)
  if (wallClock(startedAt, catalog.settings.timezone).day !== day) return
  const language = languageOfHeaders(headers, catalog)
  const ready = {
    response,
    route: routeOptions.url ?? '',
    limit: routeOptions.config.limit,
    day,
  }
  for (const audience of audiences)
    cache.setReady(catalog, raw.url ?? '', readyVariant(audience, language), ready)
}
