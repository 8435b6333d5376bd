import { type Span, SpanStatusCode } from '@opentelemetry/api'
import { Refusal } from '@silla/errors'

/**
 * Marks a span as failed, with the kind of error. A message is not recorded: those of PostgreSQL
 * may quote a row. A refusal, such as a time that is taken, is an answer and not a failure.
 */
export function recordFailure(span: Span, error: unknown): void {
  span.setAttribute('error.type', kindOf(error))
  if (error instanceof Refusal && error.status < 500) return
  span.setStatus({ code: SpanStatusCode.ERROR })
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
