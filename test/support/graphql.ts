import type { Client } from './client.ts'

/** What a query came to. */
export interface GraphqlAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test asks of an answer whatever the schema promises
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: the same
  errors: any[]
  /** Codes of the errors, or of the refusal where the answer is one of REST's. */
  codes: string[]
  text: string
}

/** Posts a query as this client would, with its key and whatever else it always sends. */
export async function queryGraphql(
  who: Client,
  query: string,
  variables?: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<GraphqlAnswer> {
  return postGraphql(who, { query, ...(variables && { variables }) }, headers)
}

/** Posts a body as it is. */
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
