import { type FieldProblem, fail } from '@silla/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LimitedKind } from '../limits/request-buckets.ts'
import type { Variables } from './complexity.ts'
import type { Operation } from './parse-cache.ts'

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
  const { depth, aliases, fields, repeatedFields, roots, usesIntrospection } = operation
  if (isClosed && usesIntrospection)
    fail('VALIDATION_ERROR', { problems: [{ field: '__schema', problem: 'unknown' }] })
  refuseAbove(most.depth, depth, 'profundidad')
  refuseAbove(most.aliases, aliases, 'alias')
  refuseAbove(most.fields, fields, 'campos')
  refuseAbove(most.repeats, repeatedFields, 'repeticiones')
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

/** Fields that are counted by themselves too, as their twins of REST are (D27). */
const kinds: Readonly<Record<string, LimitedKind>> = {
  crear_reserva: 'create',
  crear_pedido: 'create',
  reserva_por_codigo: 'lookUp',
  crear_intent: 'intent',
  registro: 'auth',
  login: 'auth',
  verificar_otp: 'auth',
  reenviar_otp: 'auth',
  renovar_sesion: 'auth',
}

/**
 * How many of each kind fields of the first level stand for: under other names a field is asked for
 * as often as it is written.
 */
export function kindsOf(roots: ReadonlyMap<string, number>): ReadonlyMap<LimitedKind, number> {
  const counted = new Map<LimitedKind, number>()
  for (const [field, times] of roots) {
    const kind = kinds[field]
    if (kind !== undefined) counted.set(kind, (counted.get(kind) ?? 0) + times)
  }
  return counted
}
