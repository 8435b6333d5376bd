import type { Catalog, RequestContext } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RestOptions } from '../rest/rest-options.ts'
import { localeOf } from '../rest/rest-options.ts'
import type { Locale } from '../wire/localize.ts'
import type { Params } from '../wire/params.ts'

/** What every resolver is handed: one request, whoever made it. */
export interface GraphqlContext {
  request: FastifyRequest
  reply: FastifyReply
  caller: RequestContext
  /** The salon's catalogue, the same one for the whole request. */
  catalog: Catalog
  locale: Locale
  options: RestOptions
}

export async function graphqlContext(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RestOptions,
): Promise<GraphqlContext> {
  const { context } = request
  const catalog = await context.tenant.catalog()
  return {
    request,
    reply,
    caller: context,
    catalog,
    locale: localeOf(request, catalog, options),
    options,
  }
}

/**
 * Arguments of a field, as a query string would hold them: so that the same readers read them, with
 * the same refusals.
 */
export const queryOf = (args: Readonly<Record<string, unknown>>): Params =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
