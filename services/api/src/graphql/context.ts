import type { Caller, Catalog } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wordingOf } from '../rest/localizer.ts'
import type { RestOptions } from '../rest/rest-options.ts'
import type { Wording } from '../wire/localize.ts'
import type { Query } from '../wire/query.ts'

/** What every resolver is handed: one request, whoever made it. */
export interface Asked {
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  /** The salon's catalogue, the same one for the whole request. */
  catalog: Catalog
  wording: Wording
  options: RestOptions
}

export async function askedBy(request: FastifyRequest, reply: FastifyReply, options: RestOptions): Promise<Asked> {
  const { caller } = request
  const catalog = await caller.tenant.catalog()
  return { request, reply, caller, catalog, wording: wordingOf(request, catalog, options), options }
}

/** Arguments of a field, as a query string would hold them: so that the same readers read them, with the same refusals. */
export const queryOf = (args: Readonly<Record<string, unknown>>): Query =>
  Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
