import { readAsset } from '../assets.ts'
import { codeSamples } from './code-samples.ts'
import { type EventExamples, eventWebhooks } from './event-webhooks.ts'
import type { Examples, OperationExample } from './examples.ts'
import { tags } from './tags.ts'

/**
 * Adds to a generated OpenAPI document what people read: guides, groups of operations, examples that
 * were recorded (`npm run openapi`) and code samples. Nothing is loaded before it is first read.
 */
export function describedDocument(generate: () => object): () => Promise<object> {
  let described: Promise<object> | undefined
  return () => {
    described ??= describe(generate() as Document)
    return described
  }
}

async function describe(document: Document): Promise<object> {
  const [guides, examples, events] = await Promise.all([
    readAsset('reference/guides.md'),
    readExamples(),
    readEventExamples(),
  ])
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const example = examples[operation.operationId]
      if (example) addExample(operation, { method, path, example })
    }
  }
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

function addExample(
  operation: Operation,
  { method, path, example }: { method: string; path: string; example: OperationExample },
): void {
  const { request, responses } = example
  for (const parameter of operation.parameters ?? []) {
    const value = request[parameter.in]?.[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  const body = operation.requestBody?.content['application/json']
  if (body && request.body !== undefined) body.examples = { request: { value: request.body } }
  for (const { status, summary, value } of responses) {
    const content = operation.responses[status]?.content?.['application/json']
    if (content) content.examples = { ...content.examples, [nameOf(value)]: { summary, value } }
  }
  if (request.as !== 'processor')
    operation['x-codeSamples'] = codeSamples({ method, path, request })
}

/** The error code, which is what a reader looks for. */
const nameOf = (value: { error?: { code: string } }): string => value.error?.code ?? 'success'

interface Document {
  info: object
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  parameters?: { in: 'path' | 'query' | 'header'; name: string; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
  'x-codeSamples'?: object[]
}

interface Content {
  examples?: Record<string, object>
}
