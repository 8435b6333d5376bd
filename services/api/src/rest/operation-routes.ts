import { Readable } from 'node:stream'
import {
  formatParams,
  idempotencyHeaders,
  identifier,
  listQuerySchema,
  type Params,
  querySchema,
  simulationHeaders,
} from '@silla/wire'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteOptions,
} from 'fastify'
import { type TSchema, Type } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { accessRule, requireAccess } from '../operations/access.ts'
import { describeOperation } from '../operations/describe.ts'
import { fileBody } from '../operations/file-body.ts'
import type { CsvFile, IdParts, Operation } from '../operations/operation.ts'
import { operations } from '../operations/operation-list.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { operationContext, parseCall } from '../operations/perform.ts'
import { cacheableResponse, createdResponse, okResponse } from './response-schemas.ts'
import {
  openRetainedResponses,
  type RetainedResponseParts,
  type RetainedResponses,
} from './retained-responses.ts'

/** A route for each operation. */
export async function operationRoutes(
  app: FastifyInstance,
  options: OperationOptions & RetainedResponseParts,
): Promise<void> {
  const retained = openRetainedResponses(options)
  for (const operation of operations) app.route(routeOf(operation, options, retained))
}

function routeOf(
  operation: Operation,
  options: OperationOptions,
  retained: RetainedResponses,
): RouteOptions {
  const { rest, proof, query } = operation
  return {
    method: rest.method,
    url: rest.pattern ?? rest.path,
    config: configOf(operation),
    ...fileBody(operation),
    schema: schemaOf(operation),
    onRequest: (request, _reply, done) => {
      requireAccess(operation, request.context)
      done()
    },
    async handler(request, reply) {
      const catalog = await request.context.tenant.catalog()
      const path = request.params as Record<string, unknown>
      const call = parseCall(operation, {
        context: operationContext(request, reply, {
          catalog,
          locale: localeOf(request, catalog, options),
          options,
          limitWork: (work) => reply.limitWork(work),
        }),
        caller: 'rest',
        http: { request, reply },
        sent: {
          ids: path,
          params: query?.path
            ? { ...(request.query as Params), ...path }
            : (request.query as Params),
          body: request.body,
          proof: proof && request.headers[proof.header],
          simulated: request.headers['x-simular'],
        },
      })
      const { cacheKey: key, text, csv } = call
      if (key !== null) {
        const perAudience = operation.cached?.perAudience ?? false
        return reply.sendCached({ catalog, key, perAudience }, call.fromCatalog)
      }
      if (csv) return sendFile(reply, await csv())
      if (call.retained) return retained.send(reply, catalog, call.retained)
      // a text is written already; the serializer of the schema is passed by
      if (text) return reply.header('content-type', jsonType).send(await text())
      return reply.code(rest.status ?? 200).send(await call.data())
    },
  }
}

const sendFile = (reply: FastifyReply, { name, text }: CsvFile): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}"`,
    })
    .send(typeof text === 'string' ? text : Readable.from(text, { objectMode: false }))

function configOf(operation: Operation): NonNullable<RouteOptions['config']> {
  const { access, audit, limit, cached, retained } = operation
  // reads of retained responses take slots, which requests share (retained-responses.ts)
  const { weight = cached || retained ? 'none' : undefined } = operation
  const { accessToken } = accessRule(access)
  return {
    ...(audit !== undefined && { action: audit }),
    ...(accessToken !== undefined && { accessToken }),
    ...(limit !== undefined && { limit }),
    ...(weight !== undefined && {
      weight:
        typeof weight === 'string'
          ? requestWeights[weight]
          : ({ query }: FastifyRequest) => requestWeights[weight(query as Params)],
    }),
  }
}

function schemaOf(operation: Operation): FastifySchema {
  const { tag, summary, access, ids, query, body, proof, result, idempotent, simulated } = operation
  const params = { ...query?.params, ...(operation.csv && formatParams) }
  const headers = {
    ...proof?.schema.properties,
    ...(idempotent && idempotencyHeaders.properties),
    ...(simulated && simulationHeaders),
  }
  return {
    tags: [tag],
    security: accessRule(access).security,
    summary,
    description: describeOperation(operation),
    ...((ids || query?.path) && { params: pathSchema(ids ?? {}, query?.path ?? {}) }),
    querystring: result.isPaged ? listQuerySchema(params) : querySchema(params),
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    ...(body && { body: body.schema }),
    response: responseOf(operation)(result.schema),
  }
}

function responseOf({ rest, cached, retained }: Operation) {
  if (cached || retained) return cacheableResponse
  return rest.status === 201 ? createdResponse : okResponse
}

const pathSchema = (
  ids: Readonly<Record<string, IdParts>>,
  more: Readonly<Record<string, TSchema>>,
) =>
  Type.Object({
    ...Object.fromEntries(
      Object.entries(ids).map(([name, { description }]) => [name, identifier(description)]),
    ),
    ...more,
  })

const jsonType = 'application/json; charset=utf-8'
