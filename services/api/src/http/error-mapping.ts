import { type Code, type FieldProblem, type Problem, Refusal } from '@silla/errors'
import type { FastifyError, FastifySchemaValidationError } from 'fastify'

/** Maps any error to one of the error catalogue. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { validation, code, statusCode } = error as Partial<FastifyError>
  if (validation) return new Refusal('VALIDATION_ERROR', { problems: fieldProblems(validation) })
  const known = code === undefined ? undefined : transportCodes[code]
  if (known) return new Refusal(known, { cause: error })
  const isClientError = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return new Refusal(isClientError ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR', { cause: error })
}

const transportCodes: Record<string, Code> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

const maxFieldProblems = 50

/**
 * The first problem of each field, in the order they were found. Their number is limited, because a
 * body can have thousands of invalid fields.
 */
function fieldProblems(errors: FastifySchemaValidationError[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>()
  for (const error of errors) {
    const field = fieldOf(error)
    if (!problems.has(field)) problems.set(field, { field, problem: problemOf(error) })
    if (problems.size === maxFieldProblems) break
  }
  return [...problems.values()]
}

/**
 * The field that an error is about: `/servicio_ids/2` becomes `servicio_ids[2]`. The name of a
 * missing or unknown field is in the error's parameters.
 */
function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const name = params.missingProperty ?? params.additionalProperty
  const steps = [...instancePath.split('/').slice(1), ...(typeof name === 'string' ? [name] : [])]
  return steps
    .reduce(
      (path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path && `${path}.${step}`) || step,
      '',
    )
    .slice(0, 100)
}

/** Maps a keyword of the validator and its parameters. */
function problemOf({ keyword, params }: FastifySchemaValidationError): Problem {
  switch (keyword) {
    case 'required':
      return 'required'
    case 'additionalProperties':
      return 'unknown'
    case 'type':
      return typeProblems[String([params.type].flat()[0])] ?? 'bad_format'
    case 'enum':
      return { keyword: 'not_one_of', limit: [params.allowedValues].flat().join(', ') }
    case 'uniqueItems':
      return 'duplicate'
    case 'format':
      return params.format === 'email' ? 'bad_email' : 'bad_format'
    default:
      return keyword in limitProblems
        ? {
            keyword: limitProblems[keyword as keyof typeof limitProblems],
            limit: Number(params.limit),
          }
        : 'bad_format'
  }
}

const typeProblems: Record<string, Problem> = {
  string: 'not_string',
  integer: 'not_integer',
  number: 'not_number',
  boolean: 'not_boolean',
  array: 'not_array',
  object: 'not_object',
}

const limitProblems = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
} as const
