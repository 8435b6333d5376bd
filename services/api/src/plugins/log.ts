import { toLogError } from '@silla/errors'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import type { Metrics } from '../metrics.ts'

/** Receives log lines; tests collect them in an array. */
export interface LogTarget {
  write(line: string): void
}

/** A log of JSON lines, written in batches because one write per request slows requests down. */
export function openLog(level: string, target?: LogTarget): Logger {
  return pino(
    { level, base: undefined, serializers: { err: toLogError } },
    target ?? destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )
}

/**
 * Logs one line for each request, without anything that gives access: the pattern of the route
 * instead of the URL, which can contain a booking's code, and no headers (D9).
 */
export class RequestLog extends LogController {
  readonly #metrics: Metrics | undefined

  /** @param metrics observes every request too */
  constructor(metrics: Metrics | undefined) {
    super()
    this.#metrics = metrics
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      businessId: request.principal?.businessId,
    }
    if (error) request.log.warn({ ...line, err: error }, 'response aborted')
    else request.log.info(line)
    this.#metrics?.observeRequest(line.method, line.route, line.status, reply.elapsedTime)
  }
}
