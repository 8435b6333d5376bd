import { toLogError } from '@silla/errors'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { destination, type Logger, pino } from 'pino'
import type { Metrics } from '../metrics.ts'

/** Where log lines go; tests hand in an array's push. */
export interface LogTarget {
  write(line: string): void
}

/**
 * One JSON line each; written in batches, because a write per request is felt on the request's
 * path.
 */
export function openLog(level: string, target?: LogTarget): Logger {
  return pino(
    { level, base: undefined, serializers: { err: toLogError } },
    target ?? destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )
}

/**
 * One line for each request: enough to find it again, nothing that opens a door. The route's
 * pattern stands for the address, since a booking's code can be part of it, and no header is
 * written down (D9).
 */
export class RequestLog extends LogController {
  readonly #figures: Metrics | undefined

  /** @param figures hears the same, for Prometheus */
  constructor(figures: Metrics | undefined) {
    super()
    this.#figures = figures
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
    if (error) request.log.warn({ ...line, err: error }, 'answer cut short')
    else request.log.info(line)
    this.#figures?.observeRequest(line.method, line.route, line.status, reply.elapsedTime)
  }
}
