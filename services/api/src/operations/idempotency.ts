import type { IdempotentRequest, RequestContext } from '@silla/core'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Runs a use case under an idempotency key, if there is one. A repeated request gets the first response
 * and the header `Idempotent-Replayed` (D19).
 *
 * @param action the key, its scope, and the body
 */
export async function idempotent<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  useCase: (context: RequestContext) => Promise<T>,
  action: { key: string | null; scope: string; body: unknown },
): Promise<T> {
  const { key } = action
  if (key === null) return useCase(request.context)
  const idempotentRequest: IdempotentRequest = {
    key,
    scope: action.scope,
    content: canonical(action.body),
    repeated: false,
  }
  request.context = { ...request.context, idempotentRequest }
  const result = await useCase(request.context)
  if (idempotentRequest.repeated) reply.header('idempotent-replayed', 'true')
  return result
}

/** Equal bodies give equal texts, whatever the order of their fields. */
export const canonical = (body: unknown): string =>
  JSON.stringify(body, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
