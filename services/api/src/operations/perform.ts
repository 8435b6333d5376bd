import { type RequestContext, today } from '@silla/core'
import { fail } from '@silla/errors'
import type { Principal } from '@silla/tenants'
import {
  type Params,
  parseEnum,
  parseIdempotencyKey,
  parseRecordId,
  parseSimulation,
  responseFormats,
} from '@silla/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotent } from './idempotency.ts'
import type { CsvFile, Operation, OperationContext, RetainedReading } from './operation.ts'

/** A call of an operation by somebody who may (`requireAccess`), with a body that fits its schema. */
export interface OperationCall {
  context: OperationContext
  caller: 'rest' | 'graphql'
  sent: SentInput
  /** Where an `Idempotency-Key` may be sent; null: before the router, which reads only. */
  http: HttpCall | null
}

interface HttpCall {
  request: FastifyRequest
  reply: FastifyReply
  /** The key of a caller who sends none in the header; absent: the header. */
  idempotencyKey?: string | null
}

/** What was sent, by the names of REST. */
export interface SentInput {
  ids: Readonly<Record<string, unknown>>
  params: Params
  body?: unknown
  proof?: unknown
  simulated?: unknown
}

/** What is left to do once everything that was sent is parsed. */
export interface ParsedCall {
  /** What the response depends on besides the catalogue; null: it is not cached. */
  cacheKey: readonly unknown[] | null
  /** Whether the router is not needed for it. */
  isFast: boolean
  /** The data of a response that is cached. */
  fromCatalog(): unknown
  /** Runs the use case, and returns the data of the response. */
  data(): Promise<unknown>
  /** How the response is retained; absent: it is not. */
  retained?: RetainedCall
  /** The same as the text of the response, envelope included; absent: it is serialized. */
  text?(): Promise<string>
  /** The same as a file; absent: none is requested. */
  csv?(): Promise<CsvFile>
}

export interface RetainedCall {
  key: readonly unknown[]
  read(knownState: string | null): Promise<RetainedReading<unknown>>
  /** The data of the response with a result. */
  data(result: unknown): unknown
}

/** Parses what was sent. */
export function parseCall(
  operation: Operation,
  { context, caller, sent, http }: OperationCall,
): ParsedCall {
  const { result, query, body, proof, cached, text, retained, csv } = operation
  const input = {
    simulated: operation.simulated === true && parseSimulation(sent.simulated),
    ids: idsOf(operation, sent),
    page: result.pageOf(sent.params, caller),
    query: query?.parse(sent.params, context),
    body: body?.parse(sent.body, context),
    proof: proof && ((sent.proof as string | null | undefined) ?? null),
  }
  const isCached = cached !== undefined && (cached.when?.(input.query, context) ?? true)

  return {
    cacheKey: isCached ? cacheKeyOf() : null,
    isFast: operation.isFast?.(input.query) ?? false,
    fromCatalog: () => operation.respond(undefined, context, input),
    data: async () => operation.respond(await run(), context, input),
    ...(retained && {
      retained: {
        key: [operation.name, ...retained.key(context, input)],
        read: (knownState) => retained.read(context, input, knownState),
        data: (found) => operation.respond(found, context, input),
      },
    }),
    ...(csv &&
      caller === 'rest' &&
      parseEnum(sent.params, 'formato', responseFormats) === 'csv' && {
        csv: async () => csv(await run(), context),
      }),
    ...(text && { text: async () => text(await run(), context.locale.message, input.page) }),
  }

  async function run(): Promise<unknown> {
    if (!operation.idempotent || input.simulated || http === null)
      return operation.run?.(context, input)
    const { request, reply } = http
    const { idempotencyKey: key = parseIdempotencyKey(headerOf(request)) } = http
    const action = { key, scope: scopeOf(operation, input.ids), body: sent.body ?? {} }
    const useCase = async (own: RequestContext) => operation.run?.({ ...context, ...own }, input)
    return idempotent(request, reply, useCase, action)
  }

  function cacheKeyOf(): readonly unknown[] {
    const { ids, page = null, query = null } = input
    const day = cached?.perDay ? today(context.catalog, context.clock) : null
    return [operation.name, ids, page, query, day]
  }
}

const headerOf = ({ headers }: FastifyRequest) => headers['idempotency-key'] as string | undefined

/** The context of a request that the router has. */
export const operationContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  more: Pick<OperationContext, 'catalog' | 'locale' | 'options' | 'limitWork'>,
): OperationContext => ({
  ...request.context,
  principal: request.principal as Principal,
  clientAddress: () => request.clientAddress(),
  limitAccount: (kind, account) => reply.limitAccount(kind, account),
  ...more,
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
