import type { Operation } from './operation.ts'

/** Adds to an OpenAPI document that responses can be requested as CSV. */
export function addCsvResponses<D extends { paths?: object }>(
  document: D,
  operations: readonly Operation[],
): D {
  for (const { rest, csv } of operations) {
    const methods = (document.paths as Paths)[`/api/v1${rest.path}`]
    const success = methods?.[rest.method.toLowerCase()]?.responses[200]
    if (csv && success) success.content['text/csv'] = { schema: { type: 'string' } }
  }
  return document
}

type Paths = Record<string, Record<string, { responses: Record<number, Response> }>>

interface Response {
  content: Record<string, { schema: object }>
}
