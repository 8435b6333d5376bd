import type { TSchema } from 'typebox'
import type { Operation } from '../operations/operation.ts'
import { operations } from '../operations/operation-list.ts'
import type { ToolSafety } from '../operations/tool.ts'
import {
  idSchema,
  keyArgument,
  keySchema,
  languageArgument,
  languageSchema,
  pageSchemas,
  previewArgument,
  previewSchema,
  proofSchema,
} from './own-arguments.ts'

/** A tool of assistants (D79): an operation, or the preview of one. */
export interface Tool {
  name: string
  title: string
  description: string
  /** A JSON Schema without references. */
  inputSchema: ToolSchema
  annotations: ToolAnnotations
  operation: ToolOperation
  /** Whether it only shows what the operation would do. */
  isPreview: boolean
}

export interface ToolSchema {
  [keyword: string]: unknown
  type: 'object'
  properties: Record<string, TSchema>
  required: string[]
  additionalProperties: false
}

/** What a client may show or decide without knowing the tool. */
interface ToolAnnotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** An operation that is a tool. */
export type ToolOperation = Operation & Required<Pick<Operation, 'tool' | 'graphql'>>

/** The name of the preview of a tool. */
export const previewOf = (name: string): string => `simular_${name}`

/** All tools, in the order of the operations; the preview of a change stands before it. */
export const tools: readonly Tool[] = operations
  .filter((each): each is ToolOperation => each.tool !== undefined && each.graphql !== null)
  .flatMap((each) =>
    each.tool.safety === 'previewed'
      ? [toolOf(each, true), toolOf(each, false)]
      : [toolOf(each, false)],
  )

export const toolsByName: ReadonlyMap<string, Tool> = new Map(
  tools.map((tool) => [tool.name, tool]),
)

function toolOf(operation: ToolOperation, isPreview: boolean): Tool {
  const { graphql, summary, tool, rest } = operation
  const field = graphql?.field ?? ''
  const reads = isPreview || rest.method === 'GET'
  return {
    name: isPreview ? previewOf(field) : field,
    title: isPreview ? `Preview: ${summary.toLowerCase()}` : summary,
    description: [`${summary}.`, tool.guidance, safetySentence(field, isPreview, tool.safety)]
      .filter((sentence) => sentence !== '')
      .join(' '),
    inputSchema: inputSchemaOf(operation, isPreview),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: !reads && tool.safety === 'previewed',
      idempotentHint: true,
      openWorldHint: false,
    },
    operation,
    isPreview,
  }
}

function safetySentence(field: string, isPreview: boolean, safety: ToolSafety | undefined): string {
  if (isPreview)
    return (
      'This only shows what would happen: nothing changes. Show it to the customer; when they agree, ' +
      `call \`${field}\` within ten minutes with exactly the same arguments and the ` +
      '`confirmacion` of this answer.'
    )
  if (safety === 'previewed')
    return (
      `Call \`${previewOf(field)}\` first, show the customer what it says, and send the same arguments ` +
      'with its `confirmacion`. Repeating the same call has no second effect.'
    )
  if (safety === 'key') return 'Repeating the same call with the same `clave` has no second effect.'
  return safety === undefined ? '' : 'Repeating the same call has no second effect.'
}

function inputSchemaOf(operation: ToolOperation, isPreview: boolean): ToolSchema {
  const { ids = {}, query, body, tool } = operation
  const { without = [], words = {}, needs = [], safety } = tool
  const fields = bodyFields(body?.schema)
  const own = { ...outsideArguments(operation), ...fields.properties }
  const properties = Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => !without.includes(name))
      .map(([name, schema]) => {
        const description = words[name]
        return [name, description === undefined ? schema : { ...schema, description }]
      }),
  )
  const required = [
    ...Object.keys(ids),
    ...Object.keys(query?.path ?? {}),
    ...fields.required,
    ...needs.filter((name) => name in properties),
  ]
  if (safety === 'key') {
    properties[keyArgument] = keySchema
    required.push(keyArgument)
  }
  if (safety === 'previewed' && !isPreview) {
    properties[previewArgument] = previewSchema
    required.push(previewArgument)
  }
  properties[languageArgument] = languageSchema
  return {
    type: 'object',
    properties,
    required: [...new Set(required)],
    additionalProperties: false,
  }
}

/** Ids, parameters and the proof, by their names. */
function outsideArguments({ ids = {}, query, proof, result }: Operation): Record<string, TSchema> {
  return {
    ...Object.fromEntries(
      Object.entries(ids).map(([name, { description }]) => [name, idSchema(description)]),
    ),
    ...query?.path,
    ...query?.params,
    ...(proof && { [proof.argument]: proofSchema(proof.description) }),
    ...(result.isPaged && pageSchemas),
  }
}

interface ObjectSchema {
  properties?: Record<string, TSchema>
  required?: string[]
}

function bodyFields(schema: TSchema | undefined): Required<ObjectSchema> {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return { properties, required }
}
