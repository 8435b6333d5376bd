import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { isObject, validateAgainst } from '../plugins/body.ts'

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
 * The body of a GraphQL request: one query, in which null means absent. Texts are not normalized,
 * because a hash may have been computed from them. Throws VALIDATION_ERROR, also for a batch of
 * queries.
 */
export function parseGraphqlRequest(request: FastifyRequest): GraphqlRequest {
  const { body = {} } = request
  return validateAgainst(request, GraphqlRequestWire, isObject(body) ? withoutNulls(body) : body)
}

/** Some clients send an empty `operationName` when there is none. */
const withoutNulls = (body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null && !(name === 'operationName' && value === ''),
    ),
  )
