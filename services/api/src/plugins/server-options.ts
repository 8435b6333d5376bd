import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import Ajv from '@fastify/ajv-compiler'
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { replyToBadUrl, replyToClientError } from './client-errors.ts'
import { RequestLog } from './log.ts'

const bodyAtMostBytes = 64 * 1024
const urlAtMostBytes = 16 * 1024

/**
 * How the server reads requests, before any route is asked. What is not said here is the
 * framework's default.
 */
export function serverOptions(log: Logger, figures?: Metrics): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(figures),
    genReqId: generateRequestId,
    bodyLimit: bodyAtMostBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: urlAtMostBytes },
    frameworkErrors: replyToBadUrl,
    clientErrorHandler: replyToClientError,
    // Whoever sends slowly on purpose is cut off. The framework switches Node's own guards off
    // unless told.
    requestTimeout: 20_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: urlAtMostBytes,
      // Node would answer for itself, outside the envelope (see well-formed-request.ts).
      requireHostHeader: false,
    },
    // A stop serves what has arrived and closes the connections that wait.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
      },
    },
    schemaController: { compilersFactory: { buildValidator: validateBodiesOnly } },
  }
}

/**
 * Paths and queries arrive as text and are read by the wire, each by the rule of its own (a wrong
 * id is a 404, a wrong date INVALID_DATE): their schemas describe them for readers. Bodies are
 * checked against theirs.
 */
const validateBodiesOnly: typeof buildAjv = (schemas, options) => {
  const compile = buildAjv(schemas, options)
  // The compiler is typed as taking a schema, and takes a route's part.
  return (part) =>
    (part as { httpPart?: string }).httpPart === 'body' ? compile(part) : acceptAnything
}

const buildAjv = Ajv.default()
const acceptAnything = (() => true) as unknown as ReturnType<ReturnType<typeof buildAjv>>

/**
 * The name of a request in answers and logs. One that came along is kept when it is short and
 * harmless, so that a caller can follow a request through both systems; anything else could forge
 * log lines or headers.
 */
function generateRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && harmless.test(given) ? given : randomUUID()
}

const harmless = /^[A-Za-z0-9._-]{8,64}$/
