import { type DocumentNode, Kind, print, type SelectionNode } from '@0no-co/graphql.web'
import { initGraphQLTada, type TadaDocumentNode } from 'gql.tada'
import { newGraphqlRequest } from './graphql-request.ts'
import type { introspection } from './graphql-schema.ts'
import type { SillaClientOptions } from './options.ts'
import { createSend } from './send.ts'

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

export interface GraphqlRequestOptions {
  /** The key of a mutation that an earlier call has sent. Default: a random one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type SillaGraphqlClient = <Result, Variables>(
  query: TadaDocumentNode<Result, Variables>,
  ...rest: object extends Variables
    ? [variables?: Variables, options?: GraphqlRequestOptions]
    : [variables: Variables, options?: GraphqlRequestOptions]
) => Promise<GraphqlResult<Result>>

/**
 * A client of the GraphQL API. An error response does not throw; a network error does.
 *
 * A mutation carries an `Idempotency-Key`. Requests are sent again as those of `createSillaClient`.
 * Queries of visitors are sent with GET, which browsers send without a preflight.
 *
 * ```ts
 * const options = { baseUrl: 'https://api.example.com', apiKey: 'silla_pub_...' }
 * const silla = createSillaGraphqlClient(options)
 * const service = graphql(`query ($id: Id!) { servicio(id: $id) { nombre precio } }`)
 * const { data, errors } = await silla(service, { id: 7 })
 * ```
 */
export function createSillaGraphqlClient(options: SillaClientOptions): SillaGraphqlClient {
  const send = createSend(options)
  return async (query, ...[variables, { idempotencyKey, signal } = {}]) => {
    const mutations = mutationsOf(query as never)
    const isMutation = mutations.length > 0
    const operation = { query: print(query as never), variables, isMutation }
    const request = newGraphqlRequest(options, operation, {
      ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
      ...(signal && { signal }),
    })
    const isSignIn = mutations.some((name) => signIn.has(name))
    const isRepeatable = !mutations.some((name) => unrepeatable.has(name))
    const response = await send(request, { isMutation, isRepeatable, isSignIn })
    const { data, errors, error } = (await response.json()) as GraphqlResponseBody
    return {
      ...(data !== undefined && { data: data as never }),
      ...asErrors(errors, error),
      response,
    }
  }
}

/** The names of the mutations of a document: none when it is a query. */
const mutationsOf = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && (definition.operation as string) === 'mutation'
      ? definition.selectionSet.selections.map(nameOf)
      : [],
  )

const nameOf = (selection: SelectionNode): string =>
  selection.kind === Kind.FIELD ? selection.name.value : fragment

/** It may hold any mutation, so it is not sent twice. */
const fragment = '...'

const signIn: ReadonlySet<string> = new Set([
  'registro',
  'login',
  'verificar_otp',
  'reenviar_otp',
  'renovar_sesion',
])

/** The mutations that do not honour an `Idempotency-Key`, and have another result the second time. */
const unrepeatable: ReadonlySet<string> = new Set([
  ...signIn,
  'cerrar_sesion',
  'borrar_perfil',
  'crear_endpoint',
  'rotar_secreto',
  'probar_endpoint',
  'borrar_endpoint',
  fragment,
])

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
