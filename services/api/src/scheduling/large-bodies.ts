import type { FastifyInstance } from 'fastify'
import { bodyInTurns, isLargeBody } from './body-in-turns.ts'
import type { Turns } from './turns.ts'

/**
 * Sends large bodies in turns between businesses. A payload that was written in slices is a list of
 * its parts.
 */
export function addLargeBodies(app: FastifyInstance, turns: Turns): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const parts = partsOf(payload)
    if (parts === null || request.method === 'HEAD') {
      done(null, Array.isArray(payload) ? Buffer.concat(payload) : payload)
      return
    }
    reply.header(
      'content-length',
      parts.reduce((sum, { length }) => sum + length, 0),
    )
    // set once the API key is known
    const principal: typeof request.principal | null = request.principal
    done(null, bodyInTurns(parts, principal?.businessId ?? '', turns))
  })
}

/** Null: it is short, or no body. */
function partsOf(payload: unknown): Buffer[] | null {
  if (Array.isArray(payload)) return payload.some(isLargeBody) ? payload : null
  const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isBody || !isLargeBody(payload)) return null
  return [typeof payload === 'string' ? Buffer.from(payload) : payload]
}
