import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { validateAgainst } from '../plugins/body.ts'

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
 * What was posted, one query a request; null means left out. Texts stay as they were sent, since a
 * hash may be made of them.
 *
 * @throws what means VALIDATION_ERROR, for a list of queries too
 */
export function parseGraphqlRequest(request: FastifyRequest): GraphqlRequest {
  const { body = {} } = request
  return validateAgainst(
    request,
    GraphqlRequestWire,
    Array.isArray(body) ? body : withoutNulls(body as object),
  )
}

/** Some clients send an empty name for none. */
const withoutNulls = (body: object) =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null && !(name === 'operationName' && value === ''),
    ),
  )
