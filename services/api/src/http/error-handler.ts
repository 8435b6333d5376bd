import { type Code, problemMessage, Refusal, sentence, withoutSecrets } from '@silla/errors'
import type { Language } from '@silla/locale'
import { serializeErrorDetails } from '@silla/wire'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteAnswer } from './answered-early.ts'
import { toRefusal } from './error-mapping.ts'
import { messageLanguage } from './languages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that is sent, for the log and the metrics; null: none. */
    errorCode: Code | null
  }
}

/** Sends every error in the failure envelope (D2). */
export function addErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null)
  app.setErrorHandler((error, request, reply) => {
    sendFailure(error, request, reply)
  })
}

/** Sends an error in the envelope. The cause of a server error is logged and never sent. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = withOutcome(toRefusal(error), request)
  request.errorCode = refusal.code
  if (refusal.status >= 500) logFailure(refusal, request)
  // Fastify closes a connection whose body it did not read, and the client could lose the response.
  // The body is drained instead.
  if (reply.hasHeader('connection')) drainBody(request, reply)
  noteAnswer(request.raw)
  if (refusal.headers) reply.headers(refusal.headers)
  if (refusal.code === 'BUSINESS_MOVED') exposeLocation(reply)
  reply
    .code(refusal.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(refusal, messageLanguage(request))))
}

/** A page of any origin that may read the response can go on where the salon is served now. */
function exposeLocation(reply: FastifyReply): void {
  const exposed = reply.getHeader('access-control-expose-headers')
  if (exposed) reply.header('access-control-expose-headers', `${exposed}, Location`)
}

/**
 * A server error after a commit of the same request: the caller cannot tell from it what has been
 * done, as when the commit itself remained without a response (D19).
 */
export function withOutcome(refusal: Refusal, request: FastifyRequest): Refusal {
  if (refusal.status < 500 || !request.hasCommitted) return refusal
  const { code, headers, cause } = refusal
  const extra = { ...refusal.extra, outcomeUnknown: true }
  return new Refusal(code, { extra, ...(headers && { headers }), cause: cause ?? refusal })
}

/** The body of a failure response. */
export function failureBody({ code, problems, extra }: Refusal, language: Language) {
  const error = { code, message: sentence(code, language, extra) }
  const detalles = problems?.map(({ field, problem }) => ({
    campo: field,
    problema: problemMessage(problem, language),
  }))
  return {
    success: false,
    error: { ...error, ...(detalles && { detalles }), ...(extra && serializeErrorDetails(extra)) },
  }
}

/** The part of a request that is logged with its failure. */
export interface FailedRequest {
  id: string
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Absent: the API key is not known to belong to a business. */
  principal?: { businessId: string }
  routeOptions: { url?: string | undefined }
}

/** An unavailable database is logged in one line, any other server error with its stack. */
export function logFailure(refusal: Refusal, request: FailedRequest): void {
  const line = {
    requestId: request.id,
    route: request.routeOptions.url,
    businessId: request.principal?.businessId,
  }
  if (refusal.status === 503)
    request.log.warn({ ...line, reason: withoutSecrets(String(refusal.cause)) }, refusal.code)
  else request.log.error({ ...line, err: refusal.cause ?? refusal }, refusal.code)
}

/** Discards the rest of the body; the server's request timeout limits how long that may take. */
export function drainBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  request.raw.resume()
}
