import { fail } from '@silla/errors'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { envelope, FailureWire, success } from '../wire/envelope.ts'
import { ref } from '../wire/schema.ts'

/**
 * Two questions of whoever runs this: `/healthz`, is the process alive (no: start it anew), and
 * `/readyz`, can it serve (no: send it nothing for now).
 *
 * @param isReady whether the database answers and has every migration of this code; may throw
 */
export function addHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  const ready = cacheBriefly(isReady)
  app.get('/healthz', { schema: { ...healthSchema, summary: 'The process is alive' } }, () =>
    success({ estado: 'vivo' }),
  )
  app.get(
    '/readyz',
    {
      schema: {
        ...healthSchema,
        summary: 'It can serve: the database answers and is migrated',
        response: { ...healthSchema.response, 503: ref(FailureWire) },
      },
    },
    async () => {
      if (!(await ready())) fail('SERVICE_UNAVAILABLE', { headers: { 'retry-after': '1' } })
      return success({ estado: 'listo' })
    },
  )
}

// nobody has to show a key
const healthSchema = {
  tags: ['Health'],
  security: [],
  response: { 200: envelope(Type.Object({ estado: Type.String() })) },
}

const rememberedMilliseconds = 500
const patienceMilliseconds = 2500

/**
 * Anybody may ask, so the database is asked once for all who ask at the same time, and waited for
 * only so long.
 */
function cacheBriefly(input: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  return () => {
    if (answer === undefined) {
      answer = inTime(input().catch(() => false))
      answer.finally(() => setTimeout(() => (answer = undefined), rememberedMilliseconds).unref())
    }
    return answer
  }
}

function inTime(answer: Promise<boolean>): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) =>
    setTimeout(resolve, patienceMilliseconds, false).unref(),
  )
  return Promise.race([answer, tooLate])
}
