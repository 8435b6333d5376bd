import { fail } from '@silla/errors'
import { envelope, FailureWire, ref, success } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'

/**
 * Health checks: `/healthz` (liveness: restart the process when it fails) and `/readyz` (readiness:
 * send it no requests while it fails).
 *
 * @param obstacle why the API cannot serve, for the log; null: the database responds, can be written
 *   and has what this release needs. May throw.
 */
export function addHealth(app: FastifyInstance, obstacle: () => Promise<string | null>): void {
  const found = cacheBriefly(obstacle)
  app.get(
    '/healthz',
    { schema: { ...healthSchema, summary: 'Liveness: the process is running' } },
    () => success({ estado: 'vivo' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        ...healthSchema,
        summary: 'Readiness: the database responds, can be written and is migrated',
        response: { ...healthSchema.response, 503: ref(FailureWire) },
      },
    },
    async () => {
      const reason = await found()
      if (reason !== null) {
        fail('SERVICE_UNAVAILABLE', {
          headers: { 'retry-after': '1' },
          cause: reason,
        })
      }
      return success({ estado: 'listo' })
    },
  )
}

// no API key is required; 400 is a malformed request
const healthSchema = {
  tags: ['Health'],
  security: [],
  response: { 200: envelope(Type.Object({ estado: Type.String() })), 400: ref(FailureWire) },
}

const cacheMilliseconds = 500
const timeoutMilliseconds = 2500

/**
 * Anyone may request it, so concurrent requests share one check of the database, which fails after
 * a timeout.
 */
function cacheBriefly(check: () => Promise<string | null>): () => Promise<string | null> {
  let result: Promise<string | null> | undefined
  return () => {
    if (result === undefined) {
      result = withTimeout(check().catch((error: Error) => String(error.cause ?? error)))
      result.finally(() => setTimeout(() => (result = undefined), cacheMilliseconds).unref())
    }
    return result
  }
}

function withTimeout(result: Promise<string | null>): Promise<string | null> {
  const timeout = new Promise<string>((resolve) =>
    setTimeout(resolve, timeoutMilliseconds, 'the database does not respond').unref(),
  )
  return Promise.race([result, timeout])
}
