import { type Language, Refusal } from '@silla/errors'
import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { failure } from '../plugins/failures.ts'
import { messageLanguage } from '../plugins/languages.ts'
import { refusalOf } from '../plugins/refusals.ts'

/** An error as it leaves: code and sentence of the catalogue, and where in the query it happened (D29). */
export interface ToldError {
  message: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
  extensions: { code: string; [fact: string]: unknown }
}

/** Refusals are told as REST tells them; what is unknown is logged whole and told as nothing but INTERNAL_ERROR. */
export function toldErrors(errors: readonly Error[], request: FastifyRequest): ToldError[] {
  const language = messageLanguage(request)
  return errors.map((error) => toldError(error, language, request))
}

function toldError(error: Error, language: Language, request: FastifyRequest): ToldError {
  const { path, locations } = error as GraphQLError
  const refusal = refusalIn(error)
  if (refusal.status >= 500) request.log.error({ requestId: request.id, err: refusal.cause ?? error }, refusal.code)
  const { code, message, ...facts } = failure(refusal, language).error
  const problem = isAboutTheQuery(error) ? { problema: error.message } : {}
  return {
    message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, ...facts, ...problem },
  }
}

/** A query that is none is the caller's mistake, told in the words of GraphQL beside our own. */
export function refusalIn(error: Error): Refusal {
  if (isAboutTheQuery(error)) return new Refusal('VALIDATION_ERROR')
  return refusalOf((error as GraphQLError).originalError ?? error)
}

const isAboutTheQuery = (error: Error): boolean => error instanceof GraphQLError && error.originalError === undefined
