import { type FieldProblem, fail } from '@silla/errors'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'

/**
 * How bodies are read (D3): JSON only and in UTF-8 only; texts are composed (NFC) and free of NUL;
 * null and "" in an optional field mean that it was left out. All of it before validation, which
 * then sees what was meant.
 */
export function addBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, readJson(bytes as Buffer))
  })
  app.addHook('onRoute', function (route) {
    const schema = resolveRef(this, route.schema?.body as BodySchema | undefined)
    if (schema) route.preValidation = [...hooksOf(route.preValidation), normalizeBody(schema)]
  })
}

interface BodySchema {
  $ref?: string
  properties?: Record<string, unknown>
  required?: string[]
}

/** The schema itself, where a route only gives its name. */
function resolveRef(app: FastifyInstance, schema: BodySchema | undefined): BodySchema | undefined {
  return schema?.$ref === undefined
    ? schema
    : (app.getSchema(schema.$ref.replace(/#$/, '')) as BodySchema)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** No bytes at all are no body, which a route without required fields accepts. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    fail('MALFORMED_JSON', { cause })
  }
}

const hooksOf = (hooks: RouteOptions['preValidation']) =>
  hooks === undefined ? [] : [hooks].flat()

const optionalFields = (schema: BodySchema) =>
  new Set(Object.keys(schema.properties ?? {}).filter((name) => !schema.required?.includes(name)))

/**
 * Bodies of the contract are flat, so the fields of the first level are all the texts there are.
 */
function normalizeBody(schema: BodySchema) {
  const optional = optionalFields(schema)
  return (request: FastifyRequest, _reply: unknown, done: () => void) => {
    request.body ??= {}
    if (isObject(request.body)) normalizeFields(request.body, optional)
    done()
  }
}

/**
 * A body that came another way, read as one that was sent to a route: tidied, then held to its
 * schema.
 */
export function normalizeAndValidate<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  sent: object,
): Static<T> {
  const body = { ...sent }
  normalizeFields(body, optionalFields(schema as BodySchema))
  return validateAgainst(request, schema, body)
}

/** What was sent, as it is, when its schema lets it in. */
export function validateAgainst<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  body: unknown,
): Static<T> {
  const validate =
    request.getValidationFunction(schema) ?? request.compileValidationSchema(schema, 'body')
  if (validate(body as object)) return body as Static<T>
  throw Object.assign(new Error('a body that its schema does not let in'), {
    validation: validate.errors,
  })
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

function normalizeFields(body: Record<string, unknown>, optional: ReadonlySet<string>): void {
  const problems: FieldProblem[] = []
  for (const [field, value] of Object.entries(body)) {
    if ((value === null || value === '') && optional.has(field)) delete body[field]
    else if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        problems.push({ field, problem: 'bad_characters' })
      else body[field] = value.normalize('NFC')
    }
  }
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
}
