import { Refusal } from '@silla/errors'
import type { Language } from '@silla/locale'
import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { failureBody, logFailure, withOutcome } from '../http/error-handler.ts'
import { toRefusal } from '../http/error-mapping.ts'
import { messageLanguage } from '../http/languages.ts'
import { maxTokens } from './parse-cache.ts'

/** An error of the response: code and message of the catalogue, and its path and location (D29). */
export interface FormattedError {
  message: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
  extensions: { code: string; [detail: string]: unknown }
}

/**
 * Refusals are formatted as in REST. An unexpected error becomes INTERNAL_ERROR; the first one of a
 * request is logged.
 *
 * @param schemaHidden leaves out the suggestions of GraphQL, which would reveal names of the schema
 * @throws Refusal that concerns the whole request and has the status and envelope of REST
 */
export function formatErrors(
  errors: readonly Error[],
  request: FastifyRequest,
  schemaHidden: boolean,
): FormattedError[] {
  const language = messageLanguage(request)
  const refused = errors.map((error) => ({
    error,
    refusal: withOutcome(refusalOf(error), request),
  }))
  for (const { refusal } of refused) if (statusesOfRest.has(refusal.status)) throw refusal
  request.errorCode = refused[0]?.refusal.code ?? null
  const unexpected = refused.find(({ refusal }) => refusal.status >= 500)
  if (unexpected) logFailure(unexpected.refusal, request)
  return refused.map(({ error, refusal }) => formatError(error, refusal, language, schemaHidden))
}

/** A mutation over GET, a rate limit, an unavailable database. */
const statusesOfRest: ReadonlySet<number> = new Set([405, 429, 503])

function formatError(
  error: Error,
  refusal: Refusal,
  language: Language,
  schemaHidden: boolean,
): FormattedError {
  const { path, locations } = error as GraphQLError
  const { code, message, ...details } = failureBody(refusal, language).error
  const explanation = schemaHidden ? error.message.replace(/ Did you mean .*$/s, '') : error.message
  return {
    message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, ...details, ...(isInvalidQuery(error) && { problema: explanation }) },
  }
}

function refusalOf(error: Error): Refusal {
  if (!isInvalidQuery(error)) return toRefusal(originalError(error))
  return error.message.includes('Parsing aborted')
    ? new Refusal('QUERY_TOO_COMPLEX', {
        problems: [{ field: 'query', problem: { keyword: 'too_many', limit: maxTokens } }],
      })
    : new Refusal('VALIDATION_ERROR')
}

/**
 * Whether GraphQL rejected the query before it ran. An error with a path was raised while it ran;
 * when GraphQL itself raises one then, the fault is in this API.
 */
const isInvalidQuery = (error: Error): boolean =>
  originalError(error) instanceof GraphQLError && (error as GraphQLError).path === undefined

/** GraphQL wraps the errors that resolvers throw, and its own errors about variables. */
const originalError = (error: Error): Error =>
  (error instanceof GraphQLError && error.originalError) || error
