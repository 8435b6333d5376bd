import type { IncomingMessage } from 'node:http'
import {
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Tracing } from './tracing.ts'

/**
 * Spans of requests. Many requests are answered before the router, so the span belongs to the
 * listener of the server and not to a hook (decision 0035). It ends when the response has been sent
 * or the connection is lost.
 */
export function traceRequests(tracer: Tracer): Pick<Tracing, 'listener' | 'within' | 'describe'> {
  const contexts = new WeakMap<IncomingMessage, Context>()

  return {
    listener: (next) => (request, response) => {
      const parent = propagation.extract(context.active(), request.headers)
      const { method = 'GET' } = request
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        parent,
      )
      response.once('close', () => {
        const { statusCode } = response
        span.setAttribute('http.response.status_code', statusCode)
        if (!response.writableFinished) span.setAttribute('error.type', 'connection_closed')
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      const active = trace.setSpan(parent, span)
      contexts.set(request, active)
      context.with(active, () => next(request, response))
    },
    within(request, work) {
      const active = contexts.get(request)
      return active === undefined ? work() : context.with(active, work)
    },
    describe(request, { route, businessId }) {
      const active = contexts.get(request)
      const span = active && trace.getSpan(active)
      if (!span) return
      span.updateName(`${request.method} ${route}`)
      span.setAttribute('http.route', route)
      if (businessId !== undefined) span.setAttribute('silla.business_id', businessId)
    },
  }
}
