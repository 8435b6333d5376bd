import type { FastifyInstance } from 'fastify'
import { success } from '../wire/envelope.ts'

/**
 * Handlers answer what they know; the envelope is put around it here. Refusals and ready answers
 * leave as bytes, past it.
 */
export function addEnvelope(app: FastifyInstance): void {
  app.addHook('preSerialization', (_request, _reply, data, done) => done(null, success(data)))
}
