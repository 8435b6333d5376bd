import { openSlices, today } from '@silla/core'
import { isLongValue, valueInSlices } from '../http/value-in-slices.ts'
import { joinInSlices, taggedBody } from '../ready-responses/response-cache.ts'
import type { Variables } from './complexity.ts'
import type { GraphqlContext } from './context.ts'
import type { Operation } from './parse-cache.ts'

/** A serialized response. */
export interface GraphqlResponse {
  body: string | Buffer
  /** Only of a response that is cached. */
  etag?: string
}

/**
 * The serialized response to a visitor's query that reads only the catalogue. It is cached for as
 * long as that copy of the catalogue is in use: every visitor of a page sends the same query. The
 * response depends on the query, its variables, the languages and the day.
 *
 * @param execute runs the query; a result with errors is not cached
 */
export async function cachedResponse(
  operation: Operation,
  variables: Variables | undefined,
  context: GraphqlContext,
  execute: () => Promise<ExecutionResult>,
): Promise<GraphqlResponse> {
  const key = cacheKey(operation, variables, context)
  if (key === null) return { body: await bodyOf(await textOf(await execute())) }
  const { catalog } = context
  const { derived } = context.options
  const cached = derived.get<GraphqlResponse>(catalog, key)
  if (cached !== undefined) return cached
  const result = await execute()
  const text = await textOf(result)
  if (result.errors) return { body: await bodyOf(text) }
  const { bytes, etag } =
    typeof text === 'string' ? taggedBody(Buffer.from(text)) : await joinInSlices(text)
  const response = { body: bytes, etag }
  derived.set(catalog, key, response, bytes.length)
  return response
}

/** A long one is written in slices, and in parts. */
const textOf = (result: ExecutionResult): string | Promise<Buffer[]> =>
  isLongValue(result) ? valueInSlices(result, openSlices()) : JSON.stringify(result)

/** To join megabytes takes a part of a slice. */
async function bodyOf(text: string | readonly Buffer[]): Promise<string | Buffer> {
  if (typeof text === 'string') return text
  await openSlices().pause()
  return Buffer.concat(text)
}

interface ExecutionResult {
  data?: unknown
  errors?: unknown
}

/** Null when the response depends on the caller or on the database. */
function cacheKey(
  operation: Operation,
  variables: Variables | undefined,
  { identity, clock, catalog, locale }: GraphqlContext,
): string | null {
  const readsOnlyCatalog =
    operation.kind === 'query' && !operation.usesDatabase && !operation.usesIntrospection
  if (!readsOnlyCatalog || identity.kind !== 'visitor') return null
  const day = today(catalog, clock)
  const values = JSON.stringify(variables ?? null)
  return `query ${locale.text} ${locale.message} ${day} ${values} ${operation.text}`
}
