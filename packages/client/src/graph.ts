import { print } from '@0no-co/graphql.web'
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import type { introspection } from './graph-schema.ts'
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
export interface GraphError {
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
export interface GraphAnswer<Result> {
  data?: Result | null
  errors?: GraphError[]
  response: Response
}

export type SillaGraph = <Result, Variables>(
  query: TadaDocumentNode<Result, Variables>,
  ...variables: object extends Variables ? [variables?: Variables] : [variables: Variables]
) => Promise<GraphAnswer<Result>>

/**
 * A client of the GraphQL API. A refusal does not throw; a network that fails does.
 *
 * @example const silla = createSillaGraph({ baseUrl: 'https://api.example.com', apiKey: 'pk_...' })
 *   const { data, errors } = await silla(graphql(`query ($id: Id!) { servicio(id: $id) { nombre
 *   precio } }`), { id: 7 })
 */
export function createSillaGraph(options: SillaClientOptions): SillaGraph {
  return async (query, ...[variables]) => {
    const response = await fetch(`${options.baseUrl}/api/v1/graphql`, {
      method: 'POST',
      headers: { ...headersOf(options), 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: print(query as never), variables }),
    })
    const { data, errors, error } = (await response.json()) as Told
    return {
      ...(data !== undefined && { data: data as never }),
      ...asErrors(errors, error),
      response,
    }
  }
}

/** GraphQL's own answer, or the envelope of a request that was refused as in REST. */
interface Told {
  data?: unknown
  errors?: GraphError[]
  error?: { code: string; message: string }
}

function asErrors(
  errors: GraphError[] | undefined,
  refused: Told['error'],
): { errors?: GraphError[] } {
  if (errors) return { errors }
  if (!refused) return {}
  const { message, ...extensions } = refused
  return { errors: [{ message, extensions }] }
}
