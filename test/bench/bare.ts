import { fastify } from 'fastify'

// The measure of all: Fastify alone, answering the same kind of envelope.
const app = fastify()
const schema = {
  response: {
    200: {
      type: 'object',
      properties: { success: { type: 'boolean' }, data: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  },
}
app.get('/', { schema }, async () => ({ success: true, data: { id: 1 } }))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ listening: url })
process.once('SIGTERM', () => process.exit(0))
