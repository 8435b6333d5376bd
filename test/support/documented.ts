import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** As much of an OpenAPI document as it takes to hold answers to it. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>
}

interface Answered {
  method: string
  /** With or without a query, behind `/api/v1` or from the root. */
  path: string
  status: number
  body: unknown
}

let judge: ((answered: Answered) => void) | undefined

/**
 * From now on every client of this process holds answers to the document. It is asked for once:
 * every API serves the same.
 */
export async function learnDocument(input: () => Promise<OpenApiDocument>): Promise<void> {
  judge ??= judgeBy(await input())
}

/** Fails unless the document allows this path this answer, down to the last field. */
export function assertDocumented(answered: Answered): void {
  judge?.(answered)
}

const refusal = '/components/schemas/Fallo'

function judgeBy(document: OpenApiDocument): (answered: Answered) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document), 'document')
  const validators = new Map<string, ValidateFunction>()
  const patterns = Object.keys(document.paths)
    .sort((one, other) => parametersIn(one) - parametersIn(other))
    .map((path) => ({ path, pattern: patternOf(path) }))

  return ({ method, path, status, body }) => {
    const observation = `${method} ${path} answered ${status} ${JSON.stringify(body).slice(0, 2000)}`
    const requested = path.replace(/[?#].*$/s, '')
    const route = patterns.find(({ pattern }) => pattern.test(requested))?.path
    const operation = route && document.paths[route]?.[method.toLowerCase()]
    if (!route || !operation) {
      // not one of ours: it can only be refused
      if ((body as { success?: boolean }).success === undefined) return
      return conforms(refusal, body, observation)
    }
    if (httpsOwn.has(status)) return conforms(refusal, body, observation)
    assert.ok(operation.responses[status], `${observation}, a status that is not documented`)
    conforms(
      `${pointer('paths', route, method.toLowerCase(), 'responses', status)}/content/application~1json/schema`,
      body,
      observation,
    )
  }

  function conforms(where: string, body: unknown, result: string) {
    let validate = validators.get(where)
    if (!validate) {
      validate = ajv.compile({ $ref: `document#${where}` })
      validators.set(where, validate)
    }
    assert.ok(
      validate(body),
      `${result}, which is not as documented: ${ajv.errorsText(validate.errors)}`,
    )
  }
}

/** Requests that were refused before anybody knew for which path. */
const httpsOwn = new Set([414, 431])

/** Also without the prefix, which a client's base address may hold, and without the last slash. */
function patternOf(path: string): RegExp {
  const steps = path
    .replace('/api/v1', '')
    .replace(/\/$/, '')
    .replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^(/api/v1)?${steps}/?$`)
}

const parametersIn = (path: string) => path.split('{').length

const pointer = (...steps: (string | number)[]) =>
  steps
    .map(
      (step) => `/${encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    )
    .join('')

/** A copy in which no object may have a field that it does not declare. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, closed(value)]),
  )
  if (copy.type === 'object' && copy.properties) copy.additionalProperties = false
  return copy as T
}
