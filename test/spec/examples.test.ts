import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventTypes } from '@silla/wire'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { quickToCompile } from '../support/quick-to-compile.ts'
import { recordExamples } from './examples/record-examples.ts'
import { sampleEvents } from './examples/sample-events.ts'
import {
  currentDocument,
  eventExamplesFile,
  examplesFile,
  readDocumentFile,
} from './published/openapi.ts'

interface Content {
  examples?: Record<string, { value: unknown }>
}

interface DescribedOperation {
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
  'x-codeSamples'?: { lang: string; source: string }[]
}

const ajv = new Ajv2020({ strict: false, allErrors: true, ...quickToCompile })
addFormats.default(ajv)
let operations: { path: string; method: string; operation: DescribedOperation }[]
let guides: string

before(async () => {
  const document = await readDocumentFile()
  ajv.addSchema(document, 'document')
  guides = (document as unknown as { info: { description: string } }).info.description
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation: operation as DescribedOperation,
    })),
  )
})

test('the examples are what the API answers, the same in each run', async () => {
  assert.equal(
    `${JSON.stringify(await recordExamples(await currentDocument()), null, 2)}\n`,
    await readFile(examplesFile, 'utf8'),
    'npm run openapi, and commit what it writes',
  )
})

test('D31: the example of each type of event is how it leaves, and has the documented shape', async () => {
  const samples = sampleEvents()
  assert.equal(
    `${JSON.stringify(samples, null, 2)}\n`,
    await readFile(eventExamplesFile, 'utf8'),
    'npm run openapi, and commit what it writes',
  )
  const { webhooks } = await readDocumentFile()
  assert.deepEqual(Object.keys(webhooks), Object.keys(eventTypes))
  for (const [type, example] of Object.entries(samples)) {
    const schema = `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`
    const validate = ajv.compile({ $ref: schema })
    assert.ok(validate(example), `${type}: ${ajv.errorsText(validate.errors)}`)
    const { datos } = example as { datos: object | null }
    assert.ok(datos && Object.values(datos).every((value) => value !== undefined), type)
  }
})

test('every operation has an example of its request, its response and an error', () => {
  for (const { path, method, operation } of operations) {
    const name = `${method} ${path}`
    for (const parameter of operation.parameters ?? [])
      if (parameter.required) assert.notEqual(parameter.example, undefined, name)
    if (operation.requestBody) assert.ok(exampleOf(operation.requestBody), name)
    const statuses = Object.entries(operation.responses)
      .filter(([, response]) => exampleOf(response))
      .map(([status]) => Number(status))
    // a file has none
    assert.ok(isFile(operation) || statuses.some((status) => status < 300), name)
    // health checks fail when the database does
    if (path.startsWith('/api/v1/'))
      assert.ok(
        statuses.some((status) => status >= 400),
        name,
      )
  }
})

test('every example matches its schema', () => {
  let checked = 0
  for (const { path, method, operation } of operations) {
    const places = [
      ...(operation.requestBody ? [['requestBody', operation.requestBody] as const] : []),
      ...Object.entries(operation.responses).map(
        ([status, response]) => [`responses/${status}`, response] as const,
      ),
    ]
    for (const [place, holder] of places) {
      for (const { value } of Object.values(contentOf(holder)?.examples ?? {})) {
        if (typeof value !== 'string') assertMatches(pointer(path, method, place), value)
        checked++
      }
    }
  }
  assert.ok(checked > 130, `${checked} examples`)
})

test('the code samples in TypeScript compile', async () => {
  const folder = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  const samples = await mkdtemp(join(folder, 'code-samples-'))
  try {
    const sources = operations.flatMap(({ operation }) =>
      (operation['x-codeSamples'] ?? []).flatMap(({ lang, source }) =>
        lang === 'TypeScript' ? [source] : [],
      ),
    )
    assert.ok(sources.length > 55)
    await Promise.all(
      sources.map((source, place) => writeFile(join(samples, `${place}.ts`), `${source}\n`)),
    )
    const configuration = {
      extends: '../../../tsconfig.json',
      compilerOptions: { noEmit: true, noUnusedLocals: false },
      include: ['*.ts'],
    }
    await writeFile(join(samples, 'tsconfig.json'), JSON.stringify(configuration))
    const compiler = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
    const { stdout } = await promisify(execFile)(compiler, ['-p', samples]).catch((error) => error)
    assert.equal(stdout, '')
  } finally {
    await rm(samples, { recursive: true, force: true })
  }
})

test('the requests of the guides exist, with their parameters and bodies', () => {
  const requests = [...guides.matchAll(/```http\n(\w+) (\S+)\n(.*?)```/gs)]
  assert.ok(requests.length >= 8)
  for (const [, verb = '', target = '', rest = ''] of requests) {
    const { pathname, searchParams } = new URL(target, 'https://api.example.com')
    const found = operations
      .filter(({ method }) => method === verb.toLowerCase())
      .toSorted((one, other) => braces(one.path) - braces(other.path))
      .find(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
    assert.ok(found, `${verb} ${target}`)
    const [head = '', ...body] = rest.split('\n\n')
    const named = [
      ...searchParams.keys(),
      ...[...head.matchAll(/^([\w-]+):/gm)].map(([, name = '']) => name.toLowerCase()),
    ]
    const known = found.operation.parameters?.map(({ name }) => name) ?? []
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
      target,
    )
    if (found.operation.requestBody)
      assertMatches(
        pointer(found.path, found.method, 'requestBody'),
        JSON.parse(rest.startsWith('\n') ? rest : body.join('\n\n')),
      )
  }
})

const braces = (path: string) => path.split('{').length

const contentOf = (holder: { content?: Record<string, Content> }) =>
  holder.content?.['application/json'] ?? holder.content?.['text/event-stream']
const isFile = ({ responses }: { responses: Record<string, { content?: object }> }) =>
  Object.keys(responses['200']?.content ?? {}).some((type) => type === 'application/x-tar')
const exampleOf = (holder: { content?: Record<string, Content> }) =>
  Object.values(contentOf(holder)?.examples ?? {})[0]

const pointer = (path: string, method: string, place: string) =>
  `document#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/${place}/content/application~1json/schema`

function assertMatches(schema: string, value: unknown): void {
  const validate = ajv.compile({ $ref: schema })
  assert.ok(validate(value), `${schema}: ${ajv.errorsText(validate.errors)}`)
}
