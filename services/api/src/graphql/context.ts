import type { Catalog, RequestContext } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { localeOf, type RestOptions } from '../rest/rest-options.ts'
import type { Locale } from '../wire/localize.ts'

/** What every resolver of a request receives; use cases take it as their request context. */
export interface GraphqlContext extends RequestContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The salon's catalogue, the same copy for the whole request. */
  catalog: Catalog
  locale: Locale
  options: RestOptions
}

export async function graphqlContext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RestOptions,
): Promise<GraphqlContext> {
  const catalog = await request.context.tenant.catalog()
  const locale = localeOf(request, catalog, options)
  return { ...request.context, request, reply, catalog, locale, options }
}
