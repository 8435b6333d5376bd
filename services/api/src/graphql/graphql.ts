import { fail } from '@silla/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import mercurius from 'mercurius'
import { requestWeights } from '../limits/request-slots.ts'
import { cacheControl, matchesEtag } from '../ready-responses/response-cache.ts'
import { withAuditedFields } from './audited-fields.ts'
import { type GraphqlOptions, graphqlContext } from './context.ts'
import { formatErrors } from './format-errors.ts'
import { parseGraphqlRequest } from './graphql-request.ts'
import { operationResolvers } from './operation-fields.ts'
import { createDocumentParser, maxTokens, selectOperation } from './parse-cache.ts'
import { persistedQueries } from './persisted-queries.ts'
import type { Resolvers } from './resolver-types.ts'
import { availabilityLoaders } from './resolvers/availability.ts'
import { bookingResolvers } from './resolvers/bookings.ts'
import { salonResolvers } from './resolvers/salon.ts'
import { cachedResponse, type GraphqlResponse } from './response-cache.ts'
import { scalars } from './scalars.ts'
import { graphqlSchema } from './schema.ts'
import { validateOperation } from './validate-operation.ts'
import { withSlices } from './with-slices.ts'

/**
 * The GraphQL API: the same authentication, limits, names and use cases as REST, for clients that
 * load a whole screen in one round trip (D29).
 */
export async function graphqlRoutes(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  await app.register(mercurius, {
    schema: graphqlSchema(),
    resolvers: {
      ...withSlices(withAuditedFields(merge(salonResolvers, bookingResolvers, operationResolvers))),
      ...scalars,
    } as never,
    loaders: availabilityLoaders as never,
    routes: false,
    // formatErrors needs the errors as they were thrown
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    jit: 1,
    cache: maxCachedDocuments,
    graphql: {
      parseOptions: { maxTokens },
      validateOptions: { maxErrors: maxValidationErrors },
    },
  })
  const parseDocument = createDocumentParser(app.graphql.schema)
  const persisted = persistedQueries()

  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    // resolvers record what a mutation changes
    config: { weight: requestWeights.none, action: null },
    schema: { hide: true },
    async handler(request, reply) {
      const { body, etag } = await respond(request, reply)
      if (etag !== undefined && request.method !== 'POST') {
        reply.headers({ etag, 'cache-control': cacheControl })
        if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      }
      return reply.header('content-type', 'application/json; charset=utf-8').send(body)
    },
  })

  /**
   * The response. Throws the errors that concern the whole request, which are sent as in REST:
   * a rate limit, an unavailable database, a mutation over GET (D29).
   */
  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<GraphqlResponse> {
    const schemaHidden = options.production && request.principal.kind === 'publishable'
    try {
      return await execute(request, reply, schemaHidden)
    } catch (error) {
      const errors = (error as { errors?: Error[] }).errors ?? [error as Error]
      return { body: JSON.stringify({ errors: formatErrors(errors, request, schemaHidden) }) }
    }
  }

  async function execute(request: FastifyRequest, reply: FastifyReply, schemaHidden: boolean) {
    const { query, variables, operationName, extensions } = parseGraphqlRequest(request)
    const { businessId } = request.principal
    const text = persisted.textOf(businessId, query, extensions?.persistedQuery)
    const operation = selectOperation(parseDocument(text), operationName)
    // a GET may be repeated by anything between the client and here
    if (operation.kind === 'mutation' && request.method !== 'POST')
      fail('MUTATION_REQUIRES_POST', { headers: { allow: 'POST' } })
    const weight = await validateOperation(operation, variables ?? {}, {
      request,
      reply,
      schemaHidden,
    })
    persisted.store(businessId, text, extensions?.persistedQuery)
    const context = await graphqlContext(request, reply, options)
    return cachedResponse(operation, variables, context, () =>
      reply.inSlots(weight, async () => {
        const { data, errors } = await reply.graphql(operation.text, context as never, variables)
        return errors ? { data, errors: formatErrors(errors, request, schemaHidden) } : { data }
      }),
    )
  }
}

/**
 * How many parsed documents mercurius keeps, valid and invalid ones; it keeps up to twice as many
 * of each. One of the longest takes half a megabyte, and so would a hundred errors about it.
 */
const maxCachedDocuments = 64
const maxValidationErrors = 10

/** Several files may define resolvers of one type. */
function merge(...parts: object[]): Resolvers {
  const merged: Resolvers = {}
  for (const part of parts as Resolvers[]) {
    for (const [type, resolvers] of Object.entries(part))
      merged[type] = { ...merged[type], ...resolvers }
  }
  return merged
}
