import { Refusal } from '@silla/errors'
import { failField, type Params, parseText } from '@silla/wire'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { isObject, validateAgainst } from '../http/body.ts'
import { parseJson } from '../http/json.ts'

const PersistedQueryWire = Type.Object({
  version: Type.Integer(),
  sha256Hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

const GraphqlRequestWire = Type.Object(
  {
    query: Type.Optional(Type.String()),
    operationName: Type.Optional(Type.String()),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    extensions: Type.Optional(Type.Object({ persistedQuery: Type.Optional(PersistedQueryWire) })),
  },
  { additionalProperties: false },
)

export type GraphqlRequest = Static<typeof GraphqlRequestWire>

/**
 * One query: the body of a POST, or the parameters of a GET. Null means absent. Texts are not
 * normalized, because a hash may have been computed from them. Throws VALIDATION_ERROR, also for a
 * batch of queries.
 */
export function parseGraphqlRequest(request: FastifyRequest): GraphqlRequest {
  const { method, body = {}, query } = request
  const fields = method === 'POST' ? body : fieldsOf(query as Params)
  return validateAgainst(
    request,
    GraphqlRequestWire,
    isObject(fields) ? withoutNulls(fields) : fields,
  )
}

/** The parameters as GraphQL over HTTP names them; others are ignored (D3). */
const fieldsOf = (params: Params): object => ({
  query: parseText(params, 'query') || null,
  operationName: parseText(params, 'operationName'),
  variables: parseJsonParameter(params, 'variables'),
  extensions: parseJsonParameter(params, 'extensions'),
})

/** The value that a parameter spells in JSON; null when absent. */
function parseJsonParameter(params: Params, name: string): unknown {
  const text = parseText(params, name)
  try {
    return text ? parseJson(text) : null
  } catch (error) {
    if (error instanceof Refusal) throw error
    return failField(name, 'bad_format')
  }
}

/** Some clients send an empty `operationName` when there is none. */
const withoutNulls = (body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null && !(name === 'operationName' && value === ''),
    ),
  )
