import { type FieldProblem, fail } from '@silla/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Variables } from './complexity.ts'
import type { Operation } from './parse-cache.ts'
import { kindsOf } from './rate-limit-kinds.ts'

const most = { depth: 8, aliases: 30, fields: 1000, repeats: 1000, points: 25_000 }

/** What a token of the buckets is good for (D27); a plain request is worth one. */
const pointsOfToken = 500

/**
 * Lets an operation in, or refuses it before anything is done for it (D29): what is too big, a
 * second mutation, questions about the schema where they are not answered. What it costs is then
 * taken from the buckets, and from those of what it holds.
 *
 * @param isClosed whether the schema is kept from whoever asks
 * @throws Refusal QUERY_TOO_COMPLEX, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
 */
export function validateOperation(
  operation: Operation,
  variables: Variables,
  { request, reply, isClosed }: { request: FastifyRequest; reply: FastifyReply; isClosed: boolean },
): void | Promise<void> {
  const { depth, aliases, fields, repeats, roots, introspects } = operation
  if (isClosed && introspects)
    fail('VALIDATION_ERROR', { problems: [{ field: '__schema', problem: 'unknown' }] })
  refuseAbove(most.depth, depth, 'profundidad')
  refuseAbove(most.aliases, aliases, 'alias')
  refuseAbove(most.fields, fields, 'campos')
  refuseAbove(most.repeats, repeats, 'repeticiones')
  if (operation.kind === 'mutation' && total(roots) > 1) {
    fail('VALIDATION_ERROR', {
      problems: [{ field: 'mutation', problem: { keyword: 'too_many', limit: 1 } }],
    })
  }
  const points = operation.cost({ ...operation.defaults, ...variables })
  refuseAbove(most.points, points, 'coste')
  return reply.limitWork({ tokens: Math.ceil(points / pointsOfToken), kinds: kindsOf(roots) })

  function refuseAbove(limit: number, found: number, field: string): void {
    if (found <= limit) return
    const problems: FieldProblem[] = [{ field, problem: { keyword: 'too_large', limit } }]
    fail('QUERY_TOO_COMPLEX', { problems, cause: `${field} ${found}, asked for by ${request.id}` })
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((all, one) => all + one, 0)
