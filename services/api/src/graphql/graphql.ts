import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import mercurius from 'mercurius'
import type { RestOptions } from '../rest/rest-options.ts'
import { graphqlContext } from './context.ts'
import { formatErrors } from './format-errors.ts'
import { parseGraphqlRequest } from './graphql-request.ts'
import { createDocumentParser, maxTokens, selectOperation } from './parse-cache.ts'
import { persistedQueries } from './persisted-queries.ts'
import type { Resolvers } from './resolver-types.ts'
import { availabilityLoaders, availabilityResolvers } from './resolvers/availability.ts'
import { bookingResolvers } from './resolvers/bookings.ts'
import { mutationResolvers } from './resolvers/mutations.ts'
import { paymentResolvers } from './resolvers/payments.ts'
import { salonResolvers } from './resolvers/salon.ts'
import { cachedResponse } from './response-cache.ts'
import { scalars } from './scalars.ts'
import { schemaText } from './schema.ts'
import { validateOperation } from './validate-operation.ts'

export interface GraphqlOptions extends RestOptions {
  /**
   * With a publishable key nothing is told of the schema then: whoever is to know it has its file
   * (D29).
   */
  production: boolean
}

/**
 * The GraphQL door: the same callers, limits, words and use cases as REST, for clients that want a
 * screen in one round trip (D29).
 */
export async function graphqlRoutes(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  await app.register(mercurius, {
    schema: schemaText,
    resolvers: merged(
      salonResolvers,
      availabilityResolvers,
      bookingResolvers,
      mutationResolvers,
      paymentResolvers,
      {
        ...scalars,
      },
    ) as never,
    loaders: availabilityLoaders as never,
    routes: false,
    // errors stay as they were thrown until they are told
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    jit: 1,
    cache: mostTexts,
    graphql: { parseOptions: { maxTokens: maxTokens }, validateOptions: { maxErrors: mostErrors } },
  })
  const factsOf = createDocumentParser(app.graphql.schema)
  const persisted = persistedQueries()

  app.post('/graphql', { schema: { hide: true } }, async (request, reply) => {
    const answer = await answerTo(request, reply)
    return reply.header('content-type', 'application/json; charset=utf-8').send(answer)
  })

  /**
   * @throws Refusal that is answered as REST answers it: when a limit refuses, or the database is
   *   away (D29)
   */
  async function answerTo(request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const isClosed = options.production && request.principal.kind === 'publishable'
    try {
      return await run(request, reply, isClosed)
    } catch (error) {
      const errors = (error as { errors?: Error[] }).errors ?? [error as Error]
      return JSON.stringify({ errors: formatErrors(errors, request, isClosed) })
    }
  }

  async function run(request: FastifyRequest, reply: FastifyReply, isClosed: boolean) {
    const { query, variables, operationName, extensions } = parseGraphqlRequest(request)
    const { businessId } = request.principal
    const text = persisted.textOf(businessId, query, extensions?.persistedQuery)
    const operation = selectOperation(factsOf(text), operationName)
    await validateOperation(operation, variables ?? {}, { request, reply, isClosed })
    persisted.keep(businessId, text, extensions?.persistedQuery)
    const requested = await graphqlContext(request, reply, options)
    return cachedResponse(operation, variables, requested, async () => {
      const { data, errors } = await reply.graphql(operation.text, requested as never, variables)
      return errors ? { data, errors: formatErrors(errors, request, isClosed) } : { data }
    })
  }
}

/**
 * Texts that mercurius remembers, right ones and wrong ones; it keeps up to twice as many of each.
 * One of the longest takes half a megabyte, and so would a hundred errors about it.
 */
const mostTexts = 64
const mostErrors = 10

/** Resolvers of one type may come from several files. */
function merged(...parts: object[]): Resolvers {
  const all: Resolvers = {}
  for (const part of parts as Resolvers[])
    for (const [type, resolvers] of Object.entries(part)) all[type] = { ...all[type], ...resolvers }
  return all
}
