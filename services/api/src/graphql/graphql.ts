import { Refusal } from '@silla/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import mercurius from 'mercurius'
import { type Static, Type } from 'typebox'
import type { RestOptions } from '../rest/rest-options.ts'
import { askedBy } from './asked.ts'
import { actionResolvers } from './resolvers/actions.ts'
import { availabilityLoaders, availabilityResolvers } from './resolvers/availability.ts'
import { bookResolvers } from './resolvers/books.ts'
import { salonResolvers } from './resolvers/salon.ts'
import type { Resolvers } from './resolvers.ts'
import { scalars } from './scalars.ts'
import { schemaText } from './schema.ts'
import { refusalIn, toldErrors } from './told-errors.ts'

/** The GraphQL door: the same callers, limits, words and use cases as REST, for clients that want a screen in one round trip (D29). */
export async function graphqlRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  await app.register(mercurius, {
    schema: schemaText,
    resolvers: merged(salonResolvers, availabilityResolvers, bookResolvers, actionResolvers, { ...scalars }) as never,
    loaders: availabilityLoaders as never,
    routes: false,
    // errors stay as they were thrown until they are told
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    jit: 1,
    cache: 256,
  })

  app.post<{ Body: Static<typeof GraphqlRequest> }>(
    '/graphql',
    { schema: { hide: true, body: GraphqlRequest } },
    async (request, reply) => {
      const answer = await answerTo(request.body, request, reply, options)
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer))
    },
  )
}

const GraphqlRequest = Type.Object(
  {
    query: Type.Optional(Type.String()),
    operationName: Type.Optional(Type.String()),
    variables: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    extensions: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)

/** @throws Refusal 429 where a limit within the query refuses: it is answered as REST answers it */
async function answerTo(
  { query = '', variables = {}, operationName }: Static<typeof GraphqlRequest>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RestOptions,
) {
  const asked = await askedBy(request, reply, options)
  try {
    const { data, errors } = await reply.graphql(query, asked as never, variables, operationName)
    if (!errors) return { data }
    refuseWhereLimited(errors)
    return { data, errors: toldErrors(errors, request) }
  } catch (error) {
    const wrong = (error as { errors?: Error[] }).errors
    if (!wrong) throw error
    return { errors: toldErrors(wrong, request) }
  }
}

function refuseWhereLimited(errors: readonly Error[]): void {
  const limited = errors.map(refusalIn).find(({ status }) => status === 429)
  if (limited instanceof Refusal) throw limited
}

/** Resolvers of one type may come from several files. */
function merged(...parts: object[]): Resolvers {
  const all: Resolvers = {}
  for (const part of parts as Resolvers[])
    for (const [type, resolvers] of Object.entries(part)) all[type] = { ...all[type], ...resolvers }
  return all
}
