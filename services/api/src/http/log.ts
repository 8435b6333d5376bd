import { type Code, toLogError } from '@silla/errors'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Logger, pino } from 'pino'
import type { Metrics } from '../metrics.ts'
import { openBufferedOutput } from './buffered-output.ts'

/** Receives log lines; tests collect them in an array. */
export interface LogTarget {
  write(line: string): void
}

export interface Log {
  logger: Logger
  target: LogTarget
}

/** A log of JSON lines, by default on standard output. */
export function openLog(level: string, target: LogTarget = standardOutput()): Log {
  const logger = pino({ level, base: undefined, serializers: { err: toLogError } }, target)
  return { logger, target }
}

let sharedOutput: LogTarget | undefined

/** One for all logs of the process, so that their lines are in order. */
function standardOutput(): LogTarget {
  sharedOutput ??= openBufferedOutput()
  return sharedOutput
}

/** A request and its response, as logged and measured. */
export interface CompletedRequest {
  requestId: string
  method: string
  /** The pattern of the route. */
  route: string
  status: number
  milliseconds: number
  /** Absent: the API key is not known to belong to one. */
  businessId: string | undefined
  /** The error code of the response; absent: it succeeded. */
  code: Code | undefined
}

/**
 * Logs one line for each request, without anything that gives access: the pattern of the route
 * instead of the URL, which can contain a booking's code, and no headers (D9).
 */
export class RequestLog extends LogController {
  readonly #target: LogTarget
  readonly #isEnabled: boolean
  readonly #metrics: Metrics | undefined

  /** @param metrics observes every request too */
  constructor({ logger, target }: Log, metrics: Metrics | undefined) {
    super()
    this.#target = target
    this.#isEnabled = logger.isLevelEnabled('info')
    this.#metrics = metrics
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (request.routeOptions.config?.isStream && reply.statusCode === 200) return
    const completed = completedOf(request, reply)
    if (error) {
      const line = { ...completed, milliseconds: tenths(completed.milliseconds), err: error }
      request.log.warn(line, 'response aborted')
      this.#observe(completed)
    } else {
      this.completed(completed)
    }
  }

  /** Logs and measures a request whose response lasts: when it begins, and not when it ends. */
  streamed(request: FastifyRequest, reply: FastifyReply): void {
    this.completed(completedOf(request, reply))
  }

  /** Logs and measures a request whose response was sent. */
  completed(request: CompletedRequest): void {
    if (this.#isEnabled) this.#target.write(formatLine(request, Date.now()))
    this.#observe(request)
  }

  #observe({ method, route, status, milliseconds, code }: CompletedRequest): void {
    this.#metrics?.observeRequest(method, route, status, milliseconds)
    if (code !== undefined) this.#metrics?.countRefusal(code)
  }
}

const completedOf = (request: FastifyRequest, reply: FastifyReply): CompletedRequest => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  milliseconds: reply.elapsedTime,
  businessId: request.principal?.businessId,
  code: request.errorCode ?? undefined,
})

/**
 * The line that pino would write for these fields. Formatting them one by one takes a fraction of
 * its time, and every request writes a line.
 */
export function formatLine(request: CompletedRequest, time: number): string {
  const { requestId, method, route, status, milliseconds, businessId, code } = request
  const business = businessId === undefined ? '' : `,"businessId":"${businessId}"`
  const error = code === undefined ? '' : `,"code":"${code}"`
  return `{"level":30,"time":${time},"requestId":"${requestId}","method":"${method}","route":${quoted(route)},"status":${status},"milliseconds":${tenths(milliseconds)}${business}${error}}\n`
}

const quotedRoutes = new Map<string, string>()

/** A route as JSON; there are few routes. */
function quoted(route: string): string {
  let text = quotedRoutes.get(route)
  if (text === undefined) {
    text = JSON.stringify(route)
    quotedRoutes.set(route, text)
  }
  return text
}

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10
