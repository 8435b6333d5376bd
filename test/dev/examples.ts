import assert from 'node:assert/strict'
import { client } from '../support/client.ts'
import { loadDocument } from '../support/documented.ts'

interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  example?: string | number
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  security?: Record<string, unknown>[]
  requestBody?: { content: Record<string, { examples?: { request?: { value: object } } }> }
  responses: Record<string, unknown>
  'x-codeSamples'?: { lang: string; source: string }[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, { type: string; 'x-scalar-secret-token'?: string }>
  }
}

/** Operations whose example cannot succeed, and why. */
export const notSendable = {
  postWebhooksProcessor: 'only the processor can sign its events',
  getAgendaCambios: 'its response has no end',
  getAjustesDescargaArchivo: 'its token is in an email to the owner',
  postAjustesDescarga: 'a second link within the hour is refused',
  getLiquidacionesById: 'nothing is paid out in a demo before its first night',
}

/**
 * Sends every example of the reference of a demo as the page would, once, and returns the operations
 * in order. What ends the customer's session comes last.
 *
 * @param options.changing only those that change something
 */
export async function sendExamples(origin: string, { changing = false } = {}): Promise<string[]> {
  const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as Document
  await loadDocument(async () => document as never)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sendable = operations
    .filter(({ operation: { operationId } }) => !(operationId in notSendable))
    .filter(({ method }) => !changing || method !== 'get')
    .toSorted((one, other) => Number(isLast(one.operation)) - Number(isLast(other.operation)))
  const failures: string[] = []
  for (const { path, method, operation } of sendable) {
    const { url, init } = requestOf({ path, method, operation }, document)
    const { status, text } = await client(origin, {}).send(url, init)
    const expected = Math.min(...Object.keys(operation.responses).map(Number))
    if (status !== expected) failures.push(`${operation.operationId}: ${status} ${text}`)
    assertSameCurl(operation, `${origin}${url}`, init)
  }
  assert.deepEqual(failures, [])
  return operations.map(({ operation }) => operation.operationId)
}

/** The holds that examples of the reference extend and release. */
export async function exampleHolds(origin: string): Promise<(string | number | undefined)[]> {
  const document = (await (await fetch(`${origin}/docs/openapi.json`)).json()) as Document
  return ['/api/v1/retenciones/{id}/prolongar/', '/api/v1/retenciones/{id}/'].map((path) => {
    const [operation] = Object.values(document.paths[path] ?? {})
    return operation?.parameters?.find(({ name }) => name === 'id')?.example
  })
}

const isLast = ({ operationId }: Operation) => operationId === 'deleteClientePerfil'

function requestOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  { components: { securitySchemes } }: Document,
): { url: string; init: { method: string; headers: Record<string, string>; body?: string } } {
  const filledIn = (place: Parameter['in']) =>
    (operation.parameters ?? []).flatMap(({ in: where, name, example }) =>
      where === place && example !== undefined ? [[name, String(example)] as const] : [],
    )
  const values = new Map(filledIn('path'))
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => values.get(name) ?? '')
  const query = new URLSearchParams(filledIn('query').map(([name, value]) => [name, value]))
  const body = operation.requestBody?.content['application/json']?.examples?.request?.value
  const credentials = Object.keys(operation.security?.[0] ?? {}).map((name) => {
    const { type, 'x-scalar-secret-token': value = '' } = securitySchemes[name] ?? { type: '' }
    return type === 'http' ? ['authorization', `Bearer ${value}`] : ['x-api-key', value]
  })
  return {
    url: `${filledPath}${query.size > 0 ? `?${query}` : ''}`,
    init: {
      method: method.toUpperCase(),
      headers: {
        ...Object.fromEntries(credentials),
        ...Object.fromEntries(filledIn('header')),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
  }
}

/** The command beside an operation is the same request. */
function assertSameCurl(
  { operationId, 'x-codeSamples': samples = [] }: Operation,
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: string },
): void {
  const { source = '' } = samples.find(({ lang }) => lang === 'Shell') ?? {}
  const quoted = [...source.matchAll(/'((?:[^']|'\\'')*)'/g)].map(([, text = '']) =>
    text.replaceAll("'\\''", "'"),
  )
  assert.ok(quoted.includes(url), `${operationId}: ${source}`)
  const named = quoted.map((text) => text.replace(/^[\w-]+(?=: )/, (name) => name.toLowerCase()))
  for (const [name, value] of Object.entries(headers))
    assert.ok(named.includes(`${name}: ${value}`), `${operationId}: ${name} in ${source}`)
  if (body)
    assert.ok(
      quoted.some((text) => sameJson(text, body)),
      `${operationId}: ${source}`,
    )
}

function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === other
  } catch {
    return false
  }
}

interface ConsoleWindow {
  initialName: string
  initialQuery: string
  initialVariables: string
  initialHeaders: Record<string, string>
}

/** Runs the query of each tab of the console, and returns their names. */
export async function runConsoleTabs(origin: string): Promise<string[]> {
  const script = await (await fetch(`${origin}/graphiql/options.js`)).text()
  let windows: ConsoleWindow[] = []
  // the script calls Altair with its options
  new Function('AltairGraphQL', script)({
    init: (options: { initialWindows: ConsoleWindow[] }) => {
      windows = options.initialWindows
    },
  })
  for (const { initialName, initialQuery, initialVariables, initialHeaders } of windows) {
    const response = await fetch(`${origin}/api/v1/graphql`, {
      method: 'POST',
      headers: { ...initialHeaders, 'content-type': 'application/json' },
      body: JSON.stringify({ query: initialQuery, variables: JSON.parse(initialVariables) }),
    })
    const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
    assert.equal(errors, undefined, `${initialName}: ${JSON.stringify(errors)}`)
    assert.ok(data, initialName)
  }
  return windows.map(({ initialName }) => initialName)
}
