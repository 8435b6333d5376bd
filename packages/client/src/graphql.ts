import { print } from '@0no-co/graphql.web'
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import type { introspection } from './graphql-schema.ts'
import { headersOf, type SillaClientOptions } from './options.ts'

export type { ResultOf, VariablesOf } from 'gql.tada'

/** The formats of REST: dates `2030-03-04`, times `10:30`, instants ISO 8601 in UTC. */
interface Scalars {
  Id: number
  Fecha: string
  Hora: string
  Momento: string
}

/**
 * Parses a query. The types of its variables and result follow from its text and
 * docs/schema.graphql.
 */
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>()

/** An error at one place of a query; `extensions.code` is the error code. */
export interface GraphqlError {
  message: string
  path?: (string | number)[]
  extensions: {
    code: string
    detalles?: { campo: string; problema: string }[]
    [detail: string]: unknown
  }
}

/** `data` is absent when nothing could be resolved. An error of the whole request is one error. */
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
 * A client of the GraphQL API. An error response does not throw; a network error does.
 *
 * ```ts
 * const options = { baseUrl: 'https://api.example.com', apiKey: 'silla_pub_...' }
 * const silla = createSillaGraphqlClient(options)
 * const service = graphql(`query ($id: Id!) { servicio(id: $id) { nombre precio } }`)
 * const { data, errors } = await silla(service, { id: 7 })
 * ```
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

/** A GraphQL response, or the failure envelope of an error of the whole request. */
interface GraphqlResponseBody {
  data?: unknown
  errors?: GraphqlError[]
  error?: { code: string; message: string }
}

function asErrors(
  errors: GraphqlError[] | undefined,
  failure: GraphqlResponseBody['error'],
): { errors?: GraphqlError[] } {
  if (errors) return { errors }
  if (!failure) return {}
  const { message, ...extensions } = failure
  return { errors: [{ message, extensions }] }
}
