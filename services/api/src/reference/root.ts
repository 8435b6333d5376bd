import { success } from '@silla/wire'
import type { FastifyInstance } from 'fastify'
import Negotiator from 'negotiator'
import { version } from './openapi.ts'

/**
 * The address of the API without a path: says what this is and where to read on. In development a
 * browser is led to the reference.
 *
 * @param docs whether the reference is served at `/docs`
 * @param hasConsole whether the GraphQL console is served at `/graphiql`
 */
export function addRoot(
  app: FastifyInstance,
  { docs, production, hasConsole }: { docs: boolean; production: boolean; hasConsole: boolean },
): void {
  const links = {
    api: '/api/v1/',
    openapi: '/api/v1/openapi.json',
    ...(docs && { referencia: '/docs' }),
    ...(hasConsole && { graphiql: '/graphiql' }),
  }
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    // the router takes the target `*`, which only OPTIONS may have, for the root
    if (request.raw.url === '*') return reply.callNotFound()
    reply.header('vary', 'Accept')
    // without a preference, as curl has none, JSON
    const type = new Negotiator(request.raw).mediaType(['application/json', 'text/html'])
    if (docs && !production && type === 'text/html') return reply.redirect('/docs')
    return reply.send(success({ nombre: 'Silla', version, enlaces: links }))
  })
}
