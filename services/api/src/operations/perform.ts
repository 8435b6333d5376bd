import type { Catalog, RequestContext } from '@silla/core'
import { fail } from '@silla/errors'
import { type Locale, type Params, parsePageOrFirst, parseRecordId } from '@silla/wire'
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
  sent: SentInput
}

/** What was sent, by the names of REST. */
export interface SentInput {
  ids: Readonly<Record<string, unknown>>
  params: Params
  body: unknown
  proof: unknown
}

/** Parses what was sent, runs the use case, and returns the data of the response. */
export async function perform(operation: Operation, call: OperationCall): Promise<unknown> {
  const { request, reply, sent } = call
  const context = operationContext(request.context, call)
  const input = {
    ids: idsOf(operation, sent),
    page: operation.result.isPaged ? parsePageOrFirst(sent.params) : undefined,
    query: operation.query?.parse(sent.params),
    body: operation.body?.parse(sent.body, context),
    proof: operation.proof && ((sent.proof as string | null | undefined) ?? null),
  }
  const run = (own: OperationContext) => operation.run(own, input)
  const result = operation.idempotent
    ? await idempotent(request, reply, (own) => run({ ...context, ...own }), {
        scope: scopeOf(operation, input.ids),
        body: sent.body ?? {},
      })
    : await run(context)
  return operation.respond(result, context, input)
}

const operationContext = (
  context: RequestContext,
  { request, catalog, locale, options }: OperationCall,
): OperationContext => ({
  ...context,
  principal: request.principal,
  catalog,
  locale,
  options,
  clientAddress: () => request.clientAddress(),
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
