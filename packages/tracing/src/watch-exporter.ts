import type { SpanExporter } from '@opentelemetry/sdk-trace-node'

/**
 * An exporter that reports failures. The library itself drops the spans silently when the collector is
 * away or rejects them.
 *
 * @param onFailure called once until spans were sent again, and not for each batch of an outage
 */
export function watchExporter(
  exporter: SpanExporter,
  onFailure: (error: unknown) => void,
): SpanExporter {
  let hasFailed = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0
        if (failed && !hasFailed) onFailure(result.error ?? new Error('no reason was given'))
        hasFailed = failed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
