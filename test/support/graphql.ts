import type { Client } from './client.ts'

/** The result of a query. */
export interface GraphqlAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the schema
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  errors: any[]
  /** Codes of the errors, or of the failure envelope where the status is not 200. */
  codes: string[]
  text: string
}

/** Posts a query with the client's headers. */
export async function queryGraphql(
  who: Client,
  query: string,
  variables?: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<GraphqlAnswer> {
  return postGraphql(who, { query, ...(variables && { variables }) }, headers)
}

/** Posts a raw body. */
export async function postGraphql(
  who: Client,
  body: unknown,
  headers?: Record<string, string>,
): Promise<GraphqlAnswer> {
  const answer = await who.post('/graphql', body, headers)
  const { errors = [] } = JSON.parse(answer.text || '{}') as {
    errors?: { extensions: { code: string } }[]
  }
  const codes = answer.error ? [answer.error.code] : errors.map(({ extensions }) => extensions.code)
  return {
    status: answer.status,
    headers: answer.headers,
    data: answer.data,
    errors,
    codes,
    text: answer.text,
  }
}
