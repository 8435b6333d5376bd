import { createRequire } from 'node:module'
import { fastify } from 'fastify'

/**
 * The reader's program for browsers. Its package serves it by a Fastify plugin that would be loaded at
 * start, with 4 MB; so it is read from there when the page is first opened.
 */
export async function readReaderScript(): Promise<string> {
  const { default: reader } = createRequire(import.meta.url)('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(reader, { routePrefix: '/', configuration: { url: '/' } })
    return (await app.inject('/js/scalar.js')).body
  } finally {
    await app.close()
  }
}
