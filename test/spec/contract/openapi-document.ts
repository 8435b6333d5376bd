import { testApi } from '../../support/api.ts'
import type { Schema } from './shape.ts'

/** The parts of the document that tests read. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  /** What endpoints receive, by type of event. */
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}

export interface Operation {
  operationId?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
  security?: Record<string, string[]>[]
}

/** The document that the test API serves. */
export async function readOpenApi(): Promise<OpenApi> {
  const response = await fetch(`${(await testApi()).url}/openapi.json`)
  return (await response.json()) as OpenApi
}

/** Resolves references within the document. */
export const resolver =
  (document: OpenApi) =>
  (ref: string): Schema => {
    const schema = document.components.schemas[ref.replace('#/components/schemas/', '')]
    if (!schema) throw new Error(`the document refers to ${ref}, which is not in it`)
    return schema
  }
