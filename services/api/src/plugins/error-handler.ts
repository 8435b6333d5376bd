import {
  type Language,
  problemMessage,
  type Refusal,
  sentence,
  withoutSecrets,
} from '@silla/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializeErrorDetails, success } from '../wire/envelope.ts'
import { toRefusal } from './error-mapping.ts'
import { messageLanguage } from './languages.ts'

/** The one place that makes the failure envelope (D2). */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    sendFailure(error, request, reply)
  })
}

/**
 * Answers an error in the envelope; what went wrong inside goes to the log, whole, and stays there.
 */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error)
  if (refusal.status >= 500) logFailure(refusal, request)
  // The framework closes a connection whose body it did not read; the caller would often lose the
  // answer with it.
  if (reply.hasHeader('connection')) drainBody(request, reply)
  if (refusal.headers) reply.headers(refusal.headers)
  reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(refusal, messageLanguage(request))))
}

/** The body of a failure. */
export function failureBody({ code, problems, extra }: Refusal, language: Language) {
  const error = { code, message: sentence(code, language) }
  const detalles = problems?.map(({ field, problem }) => ({
    campo: field,
    problema: problemMessage(problem, language),
  }))
  return {
    success: false,
    error: { ...error, ...(detalles && { detalles }), ...(extra && serializeErrorDetails(extra)) },
  }
}

/** A database that is away is one line; a mistake of ours is told with everything there is. */
export function logFailure(refusal: Refusal, request: FastifyRequest): void {
  const line = {
    requestId: request.id,
    route: request.routeOptions.url,
    businessId: request.principal?.businessId,
  }
  if (refusal.status === 503)
    request.log.warn({ ...line, reason: withoutSecrets(String(refusal.cause)) }, refusal.code)
  else request.log.error({ ...line, err: refusal.cause ?? refusal }, refusal.code)
}

/**
 * Lets the rest of the body run out unread; how long that may take is bounded by the server's time
 * for a request.
 */
function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  request.raw.resume()
}

/**
 * Handlers answer what they know; the envelope is put around it here. Refusals and ready answers
 * leave as bytes, past it.
 */
export function addEnvelope(app: FastifyInstance): void {
  app.addHook('preSerialization', (_request, _reply, data, done) => done(null, success(data)))
}
