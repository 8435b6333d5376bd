import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * The GraphQL console `/graphiql`, never in production (D29). All its files are served from here:
 * it works without a network, and its content security policy allows requests to this server only.
 *
 * @param key the API key preset in its headers; empty: the user enters one
 */
export async function addConsole(app: FastifyInstance, key: string): Promise<void> {
  await app.register(async (page) => {
    await page.register(fastifyStatic, { serve: false })

    page.addHook('onRequest', (_request, reply, done) => {
      // the page holds the API key, so other origins may not read it
      reply.removeHeader('access-control-allow-origin').header('content-security-policy', policy)
      done()
    })

    page.get('/graphiql', hidden, async (_request, reply) => {
      const { renderAltair } = await altair()
      const html = renderAltair({
        baseURL: '/graphiql/',
        serveInitialOptionsInSeperateRequest: optionsFile,
      })
      return reply.type('text/html; charset=utf-8').send(html)
    })
    page.get(`/graphiql/${optionsFile}`, hidden, async (_request, reply) => {
      const { renderInitialOptions } = await altair()
      return reply
        .type('text/javascript; charset=utf-8')
        .send(renderInitialOptions(optionsWith(key)))
    })
    page.get<{ Params: { '*': string } }>('/graphiql/*', hidden, async (request, reply) => {
      const { getDistDirectory } = await altair()
      return reply.sendFile(request.params['*'], getDistDirectory())
    })
  })
}

/** Loaded when the console is first opened, because most processes never serve it. */
const altair = () => import('altair-static')

const hidden = { schema: { hide: true } }
const optionsFile = 'options.js'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const optionsWith = (key: string) => ({
  endpointURL: '/api/v1/graphql',
  initialName: 'Silla',
  initialQuery,
  initialHeaders: { 'X-API-Key': key },
  // the policy above blocks the requests to Altair's own servers
  disableAccount: true,
  initialSettings: { 'banners.disable': true },
})

const initialQuery = `query Pantalla {
  negocio { nombre }
  servicios { items { id nombre precio duracion_minutos } }
  peluqueros { items { id nombre dias { fecha disponible primer_slot } } }
}
`
