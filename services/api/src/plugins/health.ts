import { fail } from '@silla/errors'
import { envelope, FailureWire, ref, success } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'

/**
 * Health checks: `/healthz` (liveness: restart the process when it fails) and `/readyz` (readiness:
 * send it no requests while it fails).
 *
 * @param isReady whether the database responds, can be written and has every migration of this code;
 *   may throw
 */
export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const ready = cacheBriefly(isReady)
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
      if (!(await ready())) fail('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
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
function cacheBriefly(check: () => Promise<boolean>): () => Promise<boolean> {
  let result: Promise<boolean> | undefined
  return () => {
    if (result === undefined) {
      result = withTimeout(check().catch(() => false))
      result.finally(() => setTimeout(() => (result = undefined), cacheMilliseconds).unref())
    }
    return result
  }
}

function withTimeout(result: Promise<boolean>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) =>
    setTimeout(resolve, timeoutMilliseconds, false).unref(),
  )
  return Promise.race([result, timeout])
}
