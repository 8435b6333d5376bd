import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import Ajv from '@fastify/ajv-compiler'
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { replyToBadUrl, replyToClientError } from './client-errors.ts'
import { RequestLog } from './log.ts'

const maxBodyBytes = 64 * 1024
const maxHeaderBytes = 16 * 1024

/** How long a client may take to send a request, in milliseconds. */
export interface RequestTimeouts {
  /** For the headers, and for the whole request. */
  request: number
  /** How often connections are checked: a request can take this much longer. */
  checkInterval: number
}

/** A slow request is cut off after at most 12.5 seconds. */
export const requestTimeouts: RequestTimeouts = { request: 10_000, checkInterval: 2_500 }

/** Options of the HTTP server; everything else is Fastify's default. */
export function serverOptions(
  log: Logger,
  metrics?: Metrics,
  timeouts = requestTimeouts,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(metrics),
    genReqId: generateRequestId,
    bodyLimit: maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderBytes },
    frameworkErrors: replyToBadUrl,
    clientErrorHandler: replyToClientError,
    // Against slow clients; Fastify disables the timeouts of Node by default.
    requestTimeout: timeouts.request,
    http: {
      headersTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.checkInterval,
      maxHeaderSize: maxHeaderBytes,
      // Node would respond without the envelope; request-validation.ts checks the header.
      requireHostHeader: false,
    },
    // Closing finishes requests that have arrived and closes idle connections.
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
 * Only bodies are validated against their schemas. Path and query parameters arrive as text and are
 * validated by the wire, because each has its own error (an invalid id is a 404, an invalid date
 * INVALID_DATE); their schemas are documentation.
 */
const validateBodiesOnly: typeof buildAjv = (schemas, options) => {
  const compile = buildAjv(schemas, options)
  // The argument is typed as a schema but holds the part of the route too.
  return (part) =>
    (part as { httpPart?: string }).httpPart === 'body' ? compile(part) : acceptAnything
}

const buildAjv = Ajv.default()
const acceptAnything = (() => true) as unknown as ReturnType<ReturnType<typeof buildAjv>>

/**
 * The id of a request in responses and logs. The client's own id is used if it is short and has
 * only safe characters, so that a request can be traced through both systems; any other could forge
 * log lines or headers.
 */
function generateRequestId(request: IncomingMessage): string {
  const id = request.headers['x-request-id']
  return typeof id === 'string' && safeId.test(id) ? id : randomUUID()
}

const safeId = /^[A-Za-z0-9._-]{8,64}$/
