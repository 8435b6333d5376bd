import type { FastifyInstance } from 'fastify'

/** Takes the events of the endpoints that the examples add: `/dev/events`. */
export function addDevEvents(app: FastifyInstance): void {
  app.post('/dev/events', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.code(204).send(),
  )
}
