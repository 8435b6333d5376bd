import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify'
import { replyToBadUrl, replyToClientError } from './client-errors.ts'
import { createServer } from './http/http-module.ts'
import { keepAliveMilliseconds } from './http/keep-alive.ts'
import type { Log, RequestLog } from './http/log.ts'
import { requestIdOf } from './http/request-id.ts'
import { buildSerializer, buildValidator } from './schema-compilers.ts'

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

/**
 * Options of the HTTP server; everything else is Fastify's default.
 *
 * @param wrap the listener of the server's requests, from the one that routes them
 */
export function serverOptions(
  { logger }: Log,
  requestLog: RequestLog,
  wrap: (route: RequestListener) => RequestListener,
  timeouts = requestTimeouts,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger as FastifyBaseLogger,
    logController: requestLog,
    genReqId: requestIdOf,
    serverFactory: (route) => createServer(httpOptions(timeouts), wrap(route)),
    bodyLimit: maxBodyBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderBytes },
    frameworkErrors: replyToBadUrl,
    clientErrorHandler: replyToClientError,
    // Closing finishes requests that have arrived and closes idle connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        // the types of TypeBox are checked by the compiler; the meta-schema takes 50 ms to compile
        validateSchema: false,
      },
    },
    schemaController: {
      compilersFactory: { buildValidator, buildSerializer },
    },
  }
}

export const httpOptions = (timeouts: RequestTimeouts): ServerOptions => ({
  // against slow clients
  requestTimeout: timeouts.request,
  headersTimeout: timeouts.request,
  connectionsCheckingInterval: timeouts.checkInterval,
  keepAliveTimeout: keepAliveMilliseconds,
  maxHeaderSize: maxHeaderBytes,
  // Node would respond without the envelope; request-validation.ts checks the header.
  requireHostHeader: false,
})
