import { fastify } from 'fastify'

// The measure of all: Fastify alone, answering as many bytes as the catalogue does.
const app = fastify()
const body = JSON.stringify({
  success: true,
  data: { texto: 'x'.repeat(Number(process.env.BARE_BYTES)) },
})
app.get('/', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ listening: url })
process.once('SIGTERM', () => process.exit(0))
