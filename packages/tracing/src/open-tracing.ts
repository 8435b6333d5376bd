import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'
import type { TracingSettings } from './config.ts'
import { recordFailure } from './failures.ts'
import { traceProcessors } from './trace-processors.ts'
import { traceRequests } from './trace-requests.ts'
import type { Tracing } from './tracing.ts'
import { watchExporter } from './watch-exporter.ts'

const closeTimeoutMilliseconds = 1000

export const openExporter = ({ exporter }: TracingSettings): SpanExporter =>
  exporter === 'console' ? new ConsoleSpanExporter() : new OTLPTraceExporter()

/**
 * Registers the process's tracer provider.
 *
 * @param service the value of `service.name`, unless OTEL_SERVICE_NAME has another one
 */
export function openTracing(service: string, exporter: SpanExporter): Tracing {
  const failureListeners: ((error: unknown) => void)[] = []
  const watched = watchExporter(exporter, (error) => {
    for (const listener of failureListeners) listener(error)
  })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(watched)],
  })
  provider.register()
  const tracer = trace.getTracer('silla')
  const requests = traceRequests(tracer)

  return {
    ...requests,
    operation: (operation, businessId, run) =>
      recorded(`postgresql ${operation}`, SpanKind.CLIENT, run, {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'silla.business_id': businessId,
      }),
    job: ({ task, attempt, businessId }, run) =>
      // a job was caused by a transaction that has long ended: it is a trace of its own
      context.with(trace.deleteSpan(context.active()), () =>
        recorded(`job ${task}`, SpanKind.CONSUMER, run, {
          'messaging.operation.type': 'process',
          'messaging.destination.name': task,
          'silla.job.attempt': attempt,
          ...(businessId === null ? {} : { 'silla.business_id': businessId }),
        }),
      ),
    processors: (processors) =>
      traceProcessors(processors, (method, attributes, run) =>
        recorded(`processor ${method}`, SpanKind.CLIENT, run, attributes),
      ),
    onFailure: (listener) => failureListeners.push(listener),
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timeout = setTimeout(resolve, closeTimeoutMilliseconds)
      await Promise.race([provider.shutdown().catch(() => {}), promise])
      clearTimeout(timeout)
      for (const api of [trace, context, propagation]) api.disable()
    },
  }

  function recorded<T>(
    name: string,
    kind: SpanKind,
    run: () => Promise<T>,
    attributes: Attributes,
  ): Promise<T> {
    return tracer.startActiveSpan(name, { kind, attributes }, async (span: Span) => {
      try {
        return await run()
      } catch (error) {
        recordFailure(span, error)
        throw error
      } finally {
        span.end()
      }
    })
  }
}
