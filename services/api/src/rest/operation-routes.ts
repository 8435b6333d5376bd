import {
  idempotencyHeaders,
  identifier,
  listQuerySchema,
  type Params,
  querySchema,
} from '@silla/wire'
import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { accessRule, requireAccess } from '../operations/access.ts'
import { describeOperation } from '../operations/describe.ts'
import type { IdParts, Operation } from '../operations/operation.ts'
import { operations } from '../operations/operation-list.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { parseCall } from '../operations/perform.ts'
import { cacheableResponse, createdResponse, okResponse } from './response-schemas.ts'

/** A route for each operation. */
export function operationRoutes(app: FastifyInstance, options: OperationOptions): void {
  for (const operation of operations) app.route(routeOf(operation, options))
}

function routeOf(operation: Operation, options: OperationOptions): RouteOptions {
  const { rest, access, proof } = operation
  return {
    method: rest.method,
    url: rest.path,
    config: configOf(operation),
    schema: schemaOf(operation),
    onRequest: (request, _reply, done) => {
      requireAccess(access, request.context)
      done()
    },
    async handler(request, reply) {
      const catalog = await request.context.tenant.catalog()
      const call = parseCall(operation, {
        request,
        reply,
        catalog,
        locale: localeOf(request, catalog, options),
        options,
        caller: 'rest',
        sent: {
          ids: request.params as Record<string, unknown>,
          params: request.query as Params,
          body: request.body,
          proof: proof && request.headers[proof.header],
        },
      })
      const { cacheKey: key } = call
      if (key === null) return reply.code(rest.status ?? 200).send(await call.run())
      const perAudience = operation.cached?.perAudience ?? false
      return reply.sendCached({ catalog, key, perAudience }, call.fromCatalog)
    },
  }
}

function configOf(operation: Operation): NonNullable<RouteOptions['config']> {
  const { access, audit, limit, cached, weight = cached ? 'none' : undefined } = operation
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
  const { tag, summary, access, ids, query, body, proof, result, idempotent } = operation
  const params = query?.params
  const headers = { ...proof?.schema.properties, ...(idempotent && idempotencyHeaders.properties) }
  return {
    tags: [tag],
    security: accessRule(access).security,
    summary,
    description: describeOperation(operation),
    ...(ids && { params: pathSchema(ids) }),
    querystring: result.isPaged ? listQuerySchema(params) : querySchema(params),
    ...(Object.keys(headers).length > 0 && { headers: Type.Object(headers) }),
    ...(body && { body: body.schema }),
    response: responseOf(operation)(result.schema),
  }
}

function responseOf({ rest, cached }: Operation) {
  if (cached) return cacheableResponse
  return rest.status === 201 ? createdResponse : okResponse
}

const pathSchema = (ids: Readonly<Record<string, IdParts>>) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(ids).map(([name, { description }]) => [name, identifier(description)]),
    ),
  )
