import { type FieldProblem, fail } from '@silla/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LimitedKind } from '../limits/request-buckets.ts'
import { requestWeights } from '../limits/request-slots.ts'
import type { Variables } from './complexity.ts'
import { rootFields } from './operation-fields.ts'
import type { Operation } from './parse-cache.ts'

const limits = { depth: 8, aliases: 30, fields: 1000, repeatedFields: 1000, points: 25_000 }

/** The points that one token of a rate limit pays for (D27); a REST request takes one token. */
const pointsPerToken = 500

/**
 * Checks an operation before it runs (D29): its complexity, that it holds at most one mutation, and
 * that it does not introspect a hidden schema. Its cost is then taken from the rate limits of the
 * client, and its fields are counted by the rate limits of their kinds.
 *
 * @returns the slots that the operation uses while it runs (limits/request-slots.ts)
 * @throws Refusal QUERY_TOO_COMPLEX, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
 */
export async function validateOperation(
  operation: Operation,
  variables: Variables,
  {
    request,
    reply,
    schemaHidden,
  }: { request: FastifyRequest; reply: FastifyReply; schemaHidden: boolean },
): Promise<number> {
  const { depth, aliases, fields, repeatedFields, roots, usesIntrospection } = operation
  if (schemaHidden && usesIntrospection)
    fail('VALIDATION_ERROR', { problems: [{ field: '__schema', problem: 'unknown' }] })
  failAbove(limits.depth, depth, 'profundidad')
  failAbove(limits.aliases, aliases, 'alias')
  failAbove(limits.fields, fields, 'campos')
  failAbove(limits.repeatedFields, repeatedFields, 'repeticiones')
  if (operation.kind === 'mutation' && total(roots) > 1) {
    fail('VALIDATION_ERROR', {
      problems: [{ field: 'mutation', problem: { keyword: 'too_many', limit: 1 } }],
    })
  }
  const points = operation.cost({ ...operation.defaults, ...variables })
  failAbove(limits.points, points, 'coste')
  const tokens = Math.ceil(points / pointsPerToken)
  await reply.limitWork({ tokens, kinds: limitedKinds(roots) })
  if (waitingFields.some((field) => roots.has(field))) return requestWeights.none
  const atLeast = operation.usesDatabase ? requestWeights.list : requestWeights.single
  return Math.min(Math.max(tokens, atLeast), requestWeights.heavy)

  function failAbove(limit: number, value: number, field: string): void {
    if (value <= limit) return
    const problems: FieldProblem[] = [{ field, problem: { keyword: 'too_large', limit } }]
    fail('QUERY_TOO_COMPLEX', { problems, cause: `${field} ${value}, request ${request.id}` })
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** Fields that wait for another server: the card processor, name servers. */
const waitingFields = rootFields
  .filter(({ rest, weight }) => rest.method !== 'GET' && weight === 'none')
  .map(({ graphql }) => graphql.field)

/** Fields with a rate limit of their kind, as their REST routes have (D27). */
const kindOfField: Readonly<Record<string, LimitedKind>> = Object.fromEntries(
  rootFields.flatMap(({ graphql, limit }) => (limit === undefined ? [] : [[graphql.field, limit]])),
)

/** How many requests of each kind the root fields stand for; aliases of a field each count. */
function limitedKinds(roots: ReadonlyMap<string, number>): ReadonlyMap<LimitedKind, number> {
  const counts = new Map<LimitedKind, number>()
  for (const [field, times] of roots) {
    const kind = kindOfField[field]
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + times)
  }
  return counts
}
