import type { RequestListener, Server, ServerOptions } from 'node:http'
import Ajv from '@fastify/ajv-compiler'
import FastJsonStringify from '@fastify/fast-json-stringify-compiler'
import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify'
import { replyToBadUrl, replyToClientError } from './client-errors.ts'
import { createServer } from './http/http-module.ts'
import { keepAliveMilliseconds } from './http/keep-alive.ts'
import type { Log, RequestLog } from './http/log.ts'
import { requestIdOf } from './http/request-id.ts'

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
      compilersFactory: {
        buildValidator: validateBodiesOnly,
        buildSerializer: compileOnFirstUse,
      },
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

/**
 * Only bodies are validated against their schemas. Path and query parameters arrive as text and are
 * validated by the wire, because each has its own error (an invalid id is a 404, an invalid date
 * INVALID_DATE); their schemas are documentation.
 *
 * A schema is compiled when the first body is validated against it, like serializers.
 */
const validateBodiesOnly: typeof buildAjv = (schemas, options) => {
  const compile = buildAjv(schemas, options)
  // The argument is typed as a schema but holds the part of the route too.
  return (part) => {
    if ((part as { httpPart?: string }).httpPart !== 'body') return acceptAnything
    let compiled: ReturnType<typeof compile> | undefined
    const validate = ((body: unknown) => {
      compiled ??= compile(part)
      const isValid = compiled(body)
      validate.errors = compiled.errors
      return isValid
    }) as ReturnType<typeof compile>
    return validate
  }
}

const buildAjv = Ajv.default()
const acceptAnything = (() => true) as unknown as ReturnType<ReturnType<typeof buildAjv>>

/**
 * A serializer is compiled when the first response is sent with it: compiling all of them takes
 * longer than everything else that builds the API.
 */
const compileOnFirstUse: typeof buildSerializers = (schemas, options) => {
  const compile = buildSerializers(schemas, options)
  return (part) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (value) => {
      serialize ??= compile(part)
      return serialize(value)
    }
  }
}

const buildSerializers = FastJsonStringify.default()
