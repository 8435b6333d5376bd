import { type FastifyPluginCallback, fastify } from 'fastify'

/**
 * The reader's program for browsers. Its package serves it by a Fastify plugin that would be loaded at
 * start, with 4 MB; so it is read from there when the page is first opened.
 */
export async function readReaderScript(): Promise<string> {
  // by its address: the package's types, with all of its settings, are not needed
  const address = import.meta.resolve('@scalar/fastify-api-reference')
  const { default: reader } = (await import(address)) as { default: FastifyPluginCallback<Options> }
  const app = fastify()
  try {
    await app.register(reader, { routePrefix: '/', configuration: { url: '/' } })
    return (await app.inject('/js/scalar.js')).body
  } finally {
    await app.close()
  }
}

interface Options {
  routePrefix: string
  configuration: { url: string }
}
