import type { Server } from 'node:http'
import Ajv from '@fastify/ajv-compiler'
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { replyToBadUrl, replyToClientError } from './client-errors.ts'
import { OneLinePerRequest } from './log.ts'
import { requestIdOf } from './request-id.ts'

const bodyAtMostBytes = 64 * 1024
const urlAtMostBytes = 16 * 1024

/**
 * How the server reads requests, before any route is asked. What is not said here is the
 * framework's default.
 */
export function serverOptions(log: Logger, figures?: Metrics): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new OneLinePerRequest(figures),
    genReqId: requestIdOf,
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
