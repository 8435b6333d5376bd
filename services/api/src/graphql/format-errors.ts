import { type Language, Refusal } from '@silla/errors'
import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { failureBody, logFailure } from '../plugins/error-handler.ts'
import { toRefusal } from '../plugins/error-mapping.ts'
import { messageLanguage } from '../plugins/languages.ts'
import { maxTokens } from './parse-cache.ts'

/**
 * An error as it leaves: code and sentence of the catalogue, and where in the query it happened
 * (D29).
 */
export interface FormattedError {
  message: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
  extensions: { code: string; [fact: string]: unknown }
}

/**
 * Refusals are told as REST tells them; what is unknown is logged whole, one for a request, and
 * told as nothing but INTERNAL_ERROR.
 *
 * @param isClosed whether the schema is kept from whoever asks, and so the names that would have
 *   fitted
 * @throws Refusal where one of them is for the whole request: a limit, or a database that is away
 */
export function formatErrors(
  errors: readonly Error[],
  request: FastifyRequest,
  isClosed: boolean,
): FormattedError[] {
  const language = messageLanguage(request)
  const observation = errors.map((error) => ({ error, refusal: refusalIn(error) }))
  for (const { refusal } of observation)
    if (refusal.status === 429 || refusal.status === 503) throw refusal
  const failed = observation.find(({ refusal }) => refusal.status >= 500)
  if (failed) logFailure(failed.refusal, request)
  return observation.map(({ error, refusal }) =>
    formatError(error, refusal, { language, isClosed }),
  )
}

function formatError(
  error: Error,
  refusal: Refusal,
  { language, isClosed }: { language: Language; isClosed: boolean },
): FormattedError {
  const { path, locations } = error as GraphQLError
  const { code, message, ...facts } = failureBody(refusal, language).error
  const said = isClosed ? error.message.replace(/ Did you mean .*$/s, '') : error.message
  const problem = isAboutTheQuery(error) ? { problema: said } : {}
  return {
    message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, ...facts, ...problem },
  }
}

/** A query that is none is the caller's mistake, told in the words of GraphQL beside our own. */
function refusalIn(error: Error): Refusal {
  if (!isAboutTheQuery(error)) return toRefusal(sourceOf(error))
  return error.message.includes('Parsing aborted')
    ? new Refusal('QUERY_TOO_COMPLEX', {
        problems: [{ field: 'query', problem: { keyword: 'too_many', limit: maxTokens } }],
      })
    : new Refusal('VALIDATION_ERROR')
}

/**
 * Once a query runs, and an error has a path, whatever GraphQL itself finds wrong is a mistake of
 * ours.
 */
const isAboutTheQuery = (error: Error): boolean =>
  sourceOf(error) instanceof GraphQLError && (error as GraphQLError).path === undefined

/** GraphQL wraps what was thrown, and its own errors about variables too. */
const sourceOf = (error: Error): Error =>
  (error instanceof GraphQLError && error.originalError) || error
