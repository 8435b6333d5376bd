import type { IncomingHttpHeaders } from 'node:http'
import { success } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { version } from './openapi.ts'

/**
 * The address of the API without a path: says what this is and where to read on. In development a
 * browser is led to the reference.
 *
 * @param docs whether the reference is served at `/docs`, unless it is hidden where the request is sent to
 * @param hasConsole whether the GraphQL console is served at `/graphiql`
 */
export function addRoot(
  app: FastifyInstance,
  { docs, production, hasConsole, isHidden }: RootOptions,
): void {
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    // the router takes the target `*`, which only OPTIONS may have, for the root
    if (request.raw.url === '*') return reply.callNotFound()
    reply.header('vary', 'Accept')
    // without a preference, as curl has none, JSON
    const type = new Negotiator(request.raw).mediaType(['application/json', 'text/html'])
    if (docs && !production && type === 'text/html') return reply.redirect('/docs')
    const links = {
      api: '/api/v1/',
      openapi: '/api/v1/openapi.json',
      ...(docs && !isHidden(request.headers) && { referencia: '/docs' }),
      ...(hasConsole && { graphiql: '/graphiql' }),
    }
    return reply.send(success({ nombre: 'Silla', version, enlaces: links }))
  })
}

interface RootOptions {
  docs: boolean
  production: boolean
  hasConsole: boolean
  isHidden: (headers: IncomingHttpHeaders) => boolean
}
