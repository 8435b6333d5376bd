import { createRequire } from 'node:module'
import { fastify } from 'fastify'

/** Takes the reader's program for browsers out of its package, which only serves it by a Fastify plugin. */
export async function extractReaderScript(): Promise<string> {
  const { default: reader } = createRequire(import.meta.url)('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(reader, { routePrefix: '/', configuration: { url: '/' } })
    return (await app.inject('/js/scalar.js')).body
  } finally {
    await app.close()
  }
}
