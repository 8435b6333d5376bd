import type { IdempotentRequest, RequestContext } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseIdempotencyKey } from '../wire/idempotency-key.ts'

/**
 * Runs a verb under the request's Idempotency-Key, if it has one, and says so when the answer is an
 * earlier one's (D19).
 *
 * @param action what is asked for and with which body, where that is not what the request itself
 *   says
 */
export async function idempotent<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  verb: (context: RequestContext) => Promise<T>,
  action: { scope: string; body: unknown } = { scope: scopeOf(request), body: request.body },
): Promise<T> {
  const key = parseIdempotencyKey(request.headers['idempotency-key'] as string | undefined)
  if (key === null) return verb(request.context)
  const attempt: IdempotentRequest = {
    key,
    scope: action.scope,
    content: canonical(action.body),
    repeated: false,
  }
  const answer = await verb({ ...request.context, attempt })
  if (attempt.repeated) reply.header('idempotent-replayed', 'true')
  return answer
}

/** The method and the path as it was meant: with or without its last slash, whatever the query. */
const scopeOf = ({ method, url }: FastifyRequest) =>
  `${method} ${url.replace(/\?.*$/s, '').replace(/\/+$/, '')}`

/** Equal asks are equal texts, in whatever order their fields were written. */
const canonical = (body: unknown): string =>
  JSON.stringify(body, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
