import type { Tracing } from '@silla/tracing'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

/**
 * Names the spans of routed requests, and makes what handlers do part of them: parsing a body ends
 * in the context of the connection.
 */
export function addTracing(app: FastifyInstance, tracing: Tracing): void {
  tracing.onFailure((err) =>
    app.log.warn({ err }, 'spans could not be sent to the collector of OpenTelemetry'),
  )
  app.addHook('onRoute', (route) => {
    const handler = route.handler as Handler
    route.handler = function (request, reply) {
      return tracing.within(request.raw, () => handler.call(this, request, reply))
    }
  })

  app.addHook('onResponse', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    tracing.describe(request.raw, { route, businessId: request.principal?.businessId })
    done()
  })
}

type Handler = RouteHandlerMethod & ((request: FastifyRequest, reply: FastifyReply) => unknown)
