import { readAsset } from '../assets.ts'
import { type Credentials, codeSamples, placeholders } from './code-samples.ts'
import {
  credentialsOf,
  demoSecurity,
  demoSecuritySchemes,
  type SecurityRequirement,
  type SecuritySchemes,
} from './demo-credentials.ts'
import { type EventExamples, eventWebhooks } from './event-webhooks.ts'
import type { DemoExamples, ExampleRequest, ExampleResponse, Examples } from './examples.ts'
import { tags } from './tags.ts'

/** Without an argument the document that is published; else with requests that a demo can answer. */
export type DescribedDocument = (demo?: DemoExamples) => Promise<object>

/**
 * Adds to a generated OpenAPI document what people read: guides, groups of operations, examples that
 * were recorded (`npm run openapi`) and code samples. Nothing is loaded before it is first read.
 */
export function describedDocument(generate: () => object): DescribedDocument {
  let described: Promise<object> | undefined
  return (demo) => {
    // what is generated is kept by the plugin
    const document = () => JSON.parse(JSON.stringify(generate())) as Document
    if (demo) return describe(document(), demo)
    described ??= describe(document())
    return described
  }
}

async function describe(document: Document, demo?: DemoExamples): Promise<object> {
  const [guides, examples, events] = await Promise.all([
    readAsset('reference/guides.md'),
    readExamples(),
    readEventExamples(),
  ])
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const example = examples[operation.operationId]
      if (!example) continue
      const { secretKey, ...filledIn } = demo?.requests[operation.operationId] ?? {}
      const request = { ...example.request, ...filledIn }
      const caller = { as: request.as, secretKey }
      const credentials = demo ? credentialsOf(demo, caller) : placeholders
      addRequest(operation, { method, path, request, credentials })
      addResponses(operation, example.responses)
      if (demo && operation.security) operation.security = demoSecurity(operation.security, caller)
    }
  }
  const { components } = document
  if (demo) components.securitySchemes = demoSecuritySchemes(components.securitySchemes, demo)
  return {
    ...document,
    webhooks: eventWebhooks(events),
    info: { ...document.info, description: guides.trimEnd() },
    tags,
  }
}

const readExamples = async (): Promise<Examples> =>
  JSON.parse(await readAsset('reference/examples.json'))

const readEventExamples = async (): Promise<EventExamples> =>
  JSON.parse(await readAsset('reference/event-examples.json'))

function addRequest(
  operation: Operation,
  {
    method,
    path,
    request,
    credentials,
  }: { method: string; path: string; request: ExampleRequest; credentials: Credentials },
): void {
  for (const parameter of operation.parameters ?? []) {
    const value = request[parameter.in]?.[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  const body = operation.requestBody?.content['application/json']
  if (body && request.body !== undefined) body.examples = { request: { value: request.body } }
  if (request.as !== 'processor')
    operation['x-codeSamples'] = codeSamples({ method, path, request, credentials }).filter(
      // the client reads responses that end
      ({ lang }) => !isStream(operation) || lang === 'Shell',
    )
}

function addResponses(operation: Operation, responses: readonly ExampleResponse[]): void {
  for (const { status, summary, value } of responses) {
    const { content: types = {} } = operation.responses[status] ?? {}
    const content = types['application/json'] ?? types[streamType]
    if (content) content.examples = { ...content.examples, [nameOf(value)]: { summary, value } }
  }
}

const streamType = 'text/event-stream'
const isStream = ({ responses }: Operation) => streamType in (responses[200]?.content ?? {})

/** The error code, which is what a reader looks for. */
const nameOf = (value: { error?: { code: string } }): string => value.error?.code ?? 'success'

interface Document {
  info: object
  components: { securitySchemes: SecuritySchemes }
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  security?: SecurityRequirement[]
  parameters?: { in: 'path' | 'query' | 'header'; name: string; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
  'x-codeSamples'?: object[]
}

interface Content {
  examples?: Record<string, object>
}
