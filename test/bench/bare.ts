import { fastify } from 'fastify'

// The reference: Fastify alone, with a response as long as the catalogue's.
const app = fastify()
const envelope = '{"success":true,"data":""}'
const length = Number(process.env.BARE_BYTES) - envelope.length
const body = JSON.stringify({ success: true, data: 'x'.repeat(length) })
app.get('/', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ listening: url })
process.once('SIGTERM', () => process.exit(0))
