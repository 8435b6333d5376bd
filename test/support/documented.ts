import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { quickToCompile } from './quick-to-compile.ts'

/** The part of an OpenAPI document that is needed to validate responses. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>
}

interface DocumentedResponse {
  content?: { 'application/json'?: { schema: object }; 'text/csv'?: object }
  /** The codes of a failure. */
  'x-error-codes'?: readonly string[]
}

interface Exchange {
  method: string
  /** With or without a query, behind `/api/v1` or from the root. */
  path: string
  status: number
  body: unknown
}

let documented: Documented | undefined

interface Documented {
  validate(exchange: Exchange): void
  allowsCsv(exchange: Omit<Exchange, 'body'>): boolean
}

/**
 * From now on every client of this process validates responses against the document. It is fetched
 * once: every API serves the same.
 */
export async function loadDocument(fetchDocument: () => Promise<OpenApiDocument>): Promise<void> {
  documented ??= createValidator(await fetchDocument())
}

/** Fails unless the document allows this response for this path, field by field. */
export function assertDocumented(exchange: Exchange): void {
  documented?.validate(exchange)
}

/** Whether the document allows CSV as the body of this response. */
export const mayBeCsv = (exchange: Omit<Exchange, 'body'>): boolean =>
  documented?.allowsCsv(exchange) ?? false

const failureSchema = { $ref: '#/components/schemas/Fallo' }

function createValidator(document: OpenApiDocument): Documented {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...quickToCompile })
  addFormats.default(ajv)
  ajv.addSchema(closed(document), 'document')
  /** By the text of the schema: most failures of all operations have the same one. */
  const validators = new Map<string, ValidateFunction>()
  const patterns = Object.keys(document.paths)
    .sort((one, other) => parametersIn(one) - parametersIn(other))
    .map((path) => ({ path, pattern: patternOf(path) }))

  return { validate, allowsCsv }

  function validate({ method, path, status, body }: Exchange) {
    const message = `${method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 2000)}`
    const pathname = pathnameOf(path)
    const operation = operationOf(method, pathname)
    if (!operation) {
      // not a route: only a failure is possible
      if ((body as { success?: boolean }).success === undefined) return
      // signing in is not part of the document
      if (pathname.startsWith('/sesion/') && status < 400) return
      return assertConforms(failureSchema, body, message)
    }
    if (beforeRouting.has(status)) return assertConforms(failureSchema, body, message)
    const response = operation.responses[status]
    assert.ok(response, `${message}, a status that is not documented`)
    const schema = response.content?.['application/json']?.schema
    assert.ok(schema, `${message}, a body that is not documented`)
    assertConforms(schema, body, message)
    if (hasCodes(operation)) assertCode(response, body, message)
  }

  function allowsCsv({ method, path, status }: Omit<Exchange, 'body'>): boolean {
    const content = operationOf(method, pathnameOf(path))?.responses[status]?.content
    return content?.['text/csv'] !== undefined
  }

  function operationOf(method: string, pathname: string) {
    const route = patterns.find(({ pattern }) => pattern.test(pathname))?.path
    return route === undefined ? undefined : document.paths[route]?.[method.toLowerCase()]
  }

  function assertConforms(schema: object, body: unknown, result: string) {
    const text = JSON.stringify(schema)
    let validate = validators.get(text)
    if (!validate) {
      validate = ajv.compile(closed(JSON.parse(text.replaceAll('"#/', '"document#/'))))
      validators.set(text, validate)
    }
    assert.ok(
      validate(body),
      `${result}, which is not as documented: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

const hasCodes = ({ responses }: { responses: Record<string, DocumentedResponse> }): boolean =>
  Object.values(responses).some((response) => response['x-error-codes'] !== undefined)

function assertCode(response: DocumentedResponse, body: unknown, message: string): void {
  const code = (body as { error?: { code: string } }).error?.code
  assert.ok(
    code === undefined || response['x-error-codes']?.includes(code),
    `${message}, a code that the operation does not list in its \`errors\``,
  )
}

const pathnameOf = (path: string) => path.replace(/[?#].*$/s, '')

/** Statuses of requests that fail before routing. */
const beforeRouting = new Set([414, 431])

/** Also matches without the prefix, which a base URL may contain, and without the last slash. */
function patternOf(path: string): RegExp {
  const steps = path
    .replace('/api/v1', '')
    .replace(/\/$/, '')
    .replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^(/api/v1)?${steps}/?$`)
}

const parametersIn = (path: string) => path.split('{').length

/** A copy in which no object allows undeclared fields. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  )
  if (copy.type === 'object' && copy.properties) copy.additionalProperties = false
  return copy as T
}
