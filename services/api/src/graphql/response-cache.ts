import { type Catalog, today } from '@silla/core'
import type { Variables } from './complexity.ts'
import type { GraphqlContext } from './context.ts'
import { createLruCache, type LruCache } from './lru.ts'
import type { Operation } from './parse-cache.ts'

/**
 * The whole answer to a query that a visitor asks of the catalogue alone, kept for as long as that
 * copy of it lives: every visitor of a page asks the same. It depends on the query, its variables,
 * the languages and the day.
 *
 * @param run puts the answer together; one with errors is not kept
 */
export async function cachedResponse(
  operation: Operation,
  variables: Variables | undefined,
  requested: GraphqlContext,
  run: () => Promise<Answered>,
): Promise<string | Buffer> {
  const key = keyOf(operation, variables, requested)
  if (key === null) return JSON.stringify(await run())
  const answers = answersOf(requested.catalog)
  const ready = answers.get(key)
  if (ready !== undefined) return ready
  const answer = await run()
  const bytes = Buffer.from(JSON.stringify(answer))
  if (!answer.errors) answers.set(key, bytes, key.length + bytes.length)
  return bytes
}

interface Answered {
  data?: unknown
  errors?: unknown
}

/** @returns null where the answer depends on who asks, or on what has to be looked up */
function keyOf(
  operation: Operation,
  variables: Variables | undefined,
  { caller: context, catalog, locale }: GraphqlContext,
): string | null {
  const isCatalogue =
    operation.kind === 'query' && !operation.usesDatabase && !operation.usesIntrospection
  if (!isCatalogue || context.identity.kind !== 'visitor') return null
  const day = today(catalog, context.clock)
  return `${locale.text} ${locale.message} ${day} ${JSON.stringify(variables ?? null)} ${operation.text}`
}

const keptAtMost = { entries: 100, characters: 512 * 1024 }
const answersByCatalog = new WeakMap<Catalog, LruCache<Buffer>>()

function answersOf(catalog: Catalog): LruCache<Buffer> {
  let answers = answersByCatalog.get(catalog)
  if (answers === undefined) {
    answers = createLruCache(keptAtMost)
    answersByCatalog.set(catalog, answers)
  }
  return answers
}
