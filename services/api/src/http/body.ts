import { type FieldProblem, fail, Refusal } from '@silla/errors'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { parseJson } from './json.ts'

/**
 * Parses request bodies (D3): only JSON in UTF-8, and no field twice. Before validation texts are
 * normalized (NFC), invalid characters such as NUL are rejected, and optional fields that are null
 * or "" are removed, or null where that is a value of theirs.
 */
export function addBody(app: FastifyInstance, inTurn: InTurn): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    assertPlainUtf8(request.headers)
    inTurn(request.principal?.businessId ?? '', () => {
      try {
        done(null, readJson(bytes as Buffer))
      } catch (error) {
        done(error as Error)
      }
    })
  })
  app.addHook('onRoute', function (route) {
    const schema = resolveRef(this, route.schema?.body as BodySchema | undefined)
    if (schema) route.preValidation = [...hooksOf(route.preValidation), normalizeBody(schema)]
  })
}

/** Runs work when it is the turn of a business, as `Turns.run`. */
type InTurn = (businessId: string, work: () => void) => void

interface BodySchema {
  $ref?: string
  properties?: Record<string, unknown>
  required?: string[]
}

/** The schema itself when a route refers to it by `$ref`. */
function resolveRef(app: FastifyInstance, schema: BodySchema | undefined): BodySchema | undefined {
  return schema?.$ref === undefined
    ? schema
    : (app.getSchema(schema.$ref.replace(/#$/, '')) as BodySchema)
}

/** A charset that is ignored would be read as other letters, a compressed body not at all. */
function assertPlainUtf8(headers: FastifyRequest['headers']): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  const [, charset = 'utf-8'] = charsetParameter.exec(headers['content-type'] ?? '') ?? []
  if (encoding.toLowerCase() !== 'identity' || !/^utf-?8$/i.test(charset))
    fail('UNSUPPORTED_MEDIA_TYPE', { headers: { 'accept-encoding': 'identity' } })
}

const charsetParameter = /;\s*charset\s*=\s*"?([^\s;"]*)/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** An empty body is absent, which a route without required fields accepts. */
function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return parseJson(utf8.decode(bytes))
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    return fail('MALFORMED_JSON', { cause })
  }
}

const hooksOf = (hooks: RouteOptions['preValidation']) =>
  hooks === undefined ? [] : [hooks].flat()

/** The optional fields of a body, and whether null is one of their values. */
const optionalFields = ({ properties = {}, required = [] }: BodySchema) =>
  new Map(
    Object.entries(properties)
      .filter(([name]) => !required.includes(name))
      .map(([name, schema]) => [
        name,
        [(schema as { type?: unknown }).type].flat().includes('null'),
      ]),
  )

/** Only the fields of the first level, which hold all texts: bodies of the contract are flat. */
function normalizeBody(schema: BodySchema) {
  const optional = optionalFields(schema)
  return (request: FastifyRequest, _reply: unknown, done: () => void) => {
    request.body ??= {}
    if (isObject(request.body)) normalizeFields(request.body, optional)
    done()
  }
}

/** Normalizes and validates fields that were not sent as the body of a REST route. */
export function normalizeAndValidate<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  fields: object,
): Static<T> {
  const body = { ...fields }
  normalizeFields(body, optionalFields(schema as BodySchema))
  return validateAgainst(request, schema, body)
}

/** Returns the body unchanged if it is valid; throws VALIDATION_ERROR otherwise. */
export function validateAgainst<T extends TSchema>(
  request: FastifyRequest,
  schema: T,
  body: unknown,
): Static<T> {
  const validate =
    request.getValidationFunction(schema) ?? request.compileValidationSchema(schema, 'body')
  if (validate(body as object)) return body as Static<T>
  throw Object.assign(new Error('the body does not match its schema'), {
    validation: validate.errors,
  })
}

/** Whether a JSON value is an object, neither a list nor null. */
export const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

function normalizeFields(
  body: Record<string, unknown>,
  optional: ReadonlyMap<string, boolean>,
): void {
  const problems: FieldProblem[] = []
  for (const [field, value] of Object.entries(body)) {
    if ((value === null || value === '') && optional.has(field)) {
      if (optional.get(field)) body[field] = null
      else delete body[field]
    } else if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        problems.push({ field, problem: 'bad_characters' })
      else body[field] = value.normalize('NFC')
    }
  }
  if (problems.length > 0) fail('VALIDATION_ERROR', { problems })
}
