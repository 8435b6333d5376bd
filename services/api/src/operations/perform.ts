import { type Catalog, type RequestContext, today } from '@silla/core'
import { fail } from '@silla/errors'
import { type Locale, type Params, parseRecordId } from '@silla/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotent } from './idempotency.ts'
import type { Operation, OperationContext } from './operation.ts'
import type { OperationOptions } from './operation-options.ts'

/** A call of an operation by somebody who may (`requireAccess`), with a body that fits its schema. */
export interface OperationCall {
  request: FastifyRequest
  reply: FastifyReply
  catalog: Catalog
  locale: Locale
  options: OperationOptions
  caller: 'rest' | 'graphql'
  sent: SentInput
}

/** What was sent, by the names of REST. */
export interface SentInput {
  ids: Readonly<Record<string, unknown>>
  params: Params
  body: unknown
  proof: unknown
}

/** What is left to do once everything that was sent is parsed. */
export interface ParsedCall {
  /** What the response depends on besides the catalogue; null: it is not cached. */
  cacheKey: readonly unknown[] | null
  /** The data of a response that is cached. */
  fromCatalog(): unknown
  /** Runs the use case, and returns the data of the response. */
  run(): Promise<unknown>
}

/** Parses what was sent. */
export function parseCall(operation: Operation, call: OperationCall): ParsedCall {
  const { request, reply, sent, caller } = call
  const { result, query, body, proof, cached } = operation
  const context = operationContext(request.context, call)
  const input = {
    ids: idsOf(operation, sent),
    page: result.pageOf(sent.params, caller),
    query: query?.parse(sent.params, context),
    body: body?.parse(sent.body, context),
    proof: proof && ((sent.proof as string | null | undefined) ?? null),
  }
  const isCached = cached !== undefined && (cached.when?.(input.query, context) ?? true)
  const useCase = async (own: OperationContext) => operation.run?.(own, input)

  return {
    cacheKey: isCached ? cacheKeyOf() : null,
    fromCatalog: () => operation.respond(undefined, context, input),
    async run() {
      const found = operation.idempotent
        ? await idempotent(request, reply, (own) => useCase({ ...context, ...own }), {
            scope: scopeOf(operation, input.ids),
            body: sent.body ?? {},
          })
        : await useCase(context)
      return operation.respond(found, context, input)
    },
  }

  function cacheKeyOf(): readonly unknown[] {
    const { ids, page = null, query = null } = input
    const day = cached?.perDay ? today(context.catalog, context.clock) : null
    return [operation.name, ids, page, query, day]
  }
}

const operationContext = (
  context: RequestContext,
  { request, reply, catalog, locale, options }: OperationCall,
): OperationContext => ({
  ...context,
  principal: request.principal,
  catalog,
  locale,
  options,
  clientAddress: () => request.clientAddress(),
  limitAccount: (kind, account) => reply.limitAccount(kind, account),
})

function idsOf({ ids = {} }: Operation, sent: SentInput): Record<string, number> {
  const parsed: Record<string, number> = {}
  for (const [name, { notFound }] of Object.entries(ids))
    parsed[name] = parseRecordId(sent.ids[name]) ?? fail(notFound)
  return parsed
}

/**
 * The method and the path without the trailing slash, as the keys of earlier releases are stored. A
 * retry may come through REST or GraphQL.
 */
const scopeOf = ({ rest }: Operation, ids: Record<string, number>): string =>
  `${rest.method} /api/v1${rest.path.replace(/:(\w+)/g, (_, name) => String(ids[name])).slice(0, -1)}`
