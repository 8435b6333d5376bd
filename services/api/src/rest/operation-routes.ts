import {
  idempotencyHeaders,
  identifier,
  listQuerySchema,
  type Params,
  querySchema,
} from '@silla/wire'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import { requestWeights } from '../limits/request-slots.ts'
import { accessRule, requireAccess } from '../operations/access.ts'
import { describeOperation } from '../operations/describe.ts'
import type { IdParts, Operation } from '../operations/operation.ts'
import { operations } from '../operations/operation-list.ts'
import { localeOf, type OperationOptions } from '../operations/operation-options.ts'
import { perform } from '../operations/perform.ts'
import { createdResponse, okResponse } from './response-schemas.ts'

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
      const data = await perform(operation, {
        request,
        reply,
        catalog,
        locale: localeOf(request, catalog, options),
        options,
        sent: {
          ids: request.params as Record<string, unknown>,
          params: request.query as Params,
          body: request.body,
          proof: proof && request.headers[proof.header],
        },
      })
      return reply.code(rest.status ?? 200).send(data)
    },
  }
}

function configOf({ audit, limit, weight }: Operation): NonNullable<RouteOptions['config']> {
  return {
    ...(audit !== undefined && { action: audit }),
    ...(limit !== undefined && { limit }),
    ...(weight !== undefined && { weight: requestWeights[weight] }),
  }
}

function schemaOf(operation: Operation): FastifySchema {
  const { tag, summary, access, ids, query, body, proof, result, idempotent, rest } = operation
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
    response: rest.status === 201 ? createdResponse(result.schema) : okResponse(result.schema),
  }
}

const pathSchema = (ids: Readonly<Record<string, IdParts>>) =>
  Type.Object(
    Object.fromEntries(
      Object.entries(ids).map(([name, { description }]) => [name, identifier(description)]),
    ),
  )
