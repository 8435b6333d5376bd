import { print } from '@0no-co/graphql.web'
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import type { introspection } from './graphql-schema.ts'
import { headersOf, type SillaClientOptions } from './options.ts'

export type { ResultOf, VariablesOf } from 'gql.tada'

/**
 * Scalars travel as REST writes them: dates as `2030-03-04`, times as `10:30`, instants as ISO 8601
 * in UTC.
 */
interface Scalars {
  Id: number
  Fecha: string
  Hora: string
  Momento: string
}

/**
 * Writes a query down. What it answers and which variables it wants follows from its text and
 * docs/schema.graphql; what does not exist there is in no answer.
 */
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>()

/** What went wrong at one place of a query: `extensions.code` is what to switch on. */
export interface GraphqlError {
  message: string
  path?: (string | number)[]
  extensions: {
    code: string
    detalles?: { campo: string; problema: string }[]
    [fact: string]: unknown
  }
}

/**
 * `data` is missing where nothing could be answered; a request that was refused whole is one error
 * as well.
 */
export interface GraphqlResult<Result> {
  data?: Result | null
  errors?: GraphqlError[]
  response: Response
}

export type SillaGraphqlClient = <Result, Variables>(
  query: TadaDocumentNode<Result, Variables>,
  ...variables: object extends Variables ? [variables?: Variables] : [variables: Variables]
) => Promise<GraphqlResult<Result>>

/**
 * A client of the GraphQL API. A refusal does not throw; a network that fails does.
 *
 * @example const silla = createSillaGraphqlClient({ baseUrl: 'https://api.example.com', apiKey: 'pk_...' })
 *   const { data, errors } = await silla(graphql(`query ($id: Id!) { servicio(id: $id) { nombre
 *   precio } }`), { id: 7 })
 */
export function createSillaGraphqlClient(options: SillaClientOptions): SillaGraphqlClient {
  return async (query, ...[variables]) => {
    const response = await fetch(`${options.baseUrl}/api/v1/graphql`, {
      method: 'POST',
      headers: { ...headersOf(options), 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: print(query as never), variables }),
    })
    const { data, errors, error } = (await response.json()) as GraphqlResponseBody
    return {
      ...(data !== undefined && { data: data as never }),
      ...asErrors(errors, error),
      response,
    }
  }
}

/** GraphQL's own answer, or the envelope of a request that was refused as in REST. */
interface GraphqlResponseBody {
  data?: unknown
  errors?: GraphqlError[]
  error?: { code: string; message: string }
}

function asErrors(
  errors: GraphqlError[] | undefined,
  refused: GraphqlResponseBody['error'],
): { errors?: GraphqlError[] } {
  if (errors) return { errors }
  if (!refused) return {}
  const { message, ...extensions } = refused
  return { errors: [{ message, extensions }] }
}
