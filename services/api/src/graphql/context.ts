import type { Catalog, RequestContext } from '@silla/core'
import type { Locale } from '@silla/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DerivedCache } from '../derived-cache.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { type FieldSlices, openFieldSlices } from './field-slices.ts'

export interface GraphqlOptions extends OperationOptions {
  /** In production the schema is hidden from publishable keys (D29). */
  production: boolean
  /** Where responses and parts of them are cached. */
  derived: DerivedCache
}

/** What every resolver of a request receives; use cases take it as their request context. */
export interface GraphqlContext extends RequestContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The salon's catalogue, the same copy for the whole request. */
  catalog: Catalog
  locale: Locale
  options: GraphqlOptions
  slices: FieldSlices
}

export async function graphqlContext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: GraphqlOptions,
): Promise<GraphqlContext> {
  const catalog = await request.context.tenant.catalog()
  const locale = localeOf(request, catalog, options)
  return {
    ...request.context,
    request,
    reply,
    catalog,
    locale,
    options,
    slices: openFieldSlices(),
  }
}
