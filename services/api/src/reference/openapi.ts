import { createRequire } from 'node:module'
import swagger from '@fastify/swagger'
import { components, eventDataComponents, FailureWire, ref } from '@silla/wire'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { type DescribedDocument, describedDocument } from './described-document.ts'

const documentPath = '/api/v1/openapi.json'

/**
 * Generates the OpenAPI document from the schemas of the routes that are registered after it.
 *
 * @param complete adds what no schema of a route can say
 * @returns the document with guides and examples, which is made when it is first read
 */
export async function addOpenApi(
  app: FastifyInstance,
  complete: <D extends { paths?: object }>(document: D) => D,
): Promise<DescribedDocument> {
  for (const component of [...components, ...eventDataComponents]) app.addSchema(component)

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Silla',
        version,
        description:
          'Appointments for salons and barbershops. Every response is `{ success: true, data }` ' +
          'or `{ success: false, error }`; programs should check `error.code`.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          clave: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'Identifies the business. A secret key alone acts as the business.',
          },
          claveUrl: {
            type: 'apiKey',
            in: 'query',
            name: 'key',
            description:
              'A publishable key, on GET and HEAD instead of `X-API-Key`: a browser then sends no preflight',
          },
          cliente: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The `access_token` of a customer, from `/auth/verify-otp/` or `/auth/refresh/`',
          },
          sesion: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The token of the session of a member of staff, from `/sesion/passkey/` or `/sesion/codigo/verificar/`; without `X-API-Key`',
          },
          codigo: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Reserva-Codigo',
            description: "A booking's code: proof of access for a guest",
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (schema, _uri, _fragment, index) => String(schema.$id ?? `def-${index}`),
    },
    transform: ({ schema, url, route }) => ({
      schema: {
        operationId: operationId(String(route.method), url),
        ...(underPrefix(url) ? asDocumented(schema, String(route.method)) : schema),
      },
      url,
    }),
    transformObject: (result) =>
      'openapiObject' in result
        ? complete(withOptionalBodies(result.openapiObject))
        : result.swaggerObject,
  })

  const document = describedDocument(() => app.swagger())
  app.get(documentPath, { schema: { hide: true } }, () => document())
  return document
}

const underPrefix = (url: string) => url.startsWith('/api/v1/')

/** `postReservasByIdResena`: generated clients use it, so it may not change with the same path. */
function operationId(method: string, url: string): string {
  // a parameter may have a pattern in parentheses
  const path = url.replace('/api/v1', '').replace(/(:\w+)\([^/]*\)/g, '$1')
  const steps = path.split(/[^\w:]+/)
  const words = steps.join('_').replaceAll(':', 'By_').split('_')
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

/** Every route under the prefix requires a key, and has the same failure schema. */
function asDocumented(schema: FastifySchema = {}, method: string): FastifySchema {
  // a body of DELETE is read, and can be refused, although the route needs none
  const mayHaveBody = method === 'DELETE'
  const { security = [{ clave: [] }] } = schema
  const failures = {
    ...commonFailures,
    ...(schema.body || mayHaveBody ? bodyFailures : {}),
    ...(acceptsKey(schema) ? idempotencyFailures : {}),
  }
  return {
    ...schema,
    security: method === 'GET' ? security.flatMap(withKeyInUrl) : security,
    response: { ...(schema.response as object), ...failures },
  }
}

/** A read accepts a publishable key in the URL too (auth/key-in-url.ts). */
const withKeyInUrl = ({ clave, ...proofs }: Record<string, readonly string[]>) =>
  clave === undefined
    ? [proofs]
    : [
        { clave, ...proofs },
        { claveUrl: [], ...proofs },
      ]

/**
 * A body without required fields is optional (http/body.ts), but @fastify/swagger marks every
 * body as required.
 */
function withOptionalBodies<D extends { paths?: object }>(document: D): D {
  for (const operations of Object.values(document.paths ?? {})) {
    for (const { requestBody } of Object.values(
      operations as Record<string, { requestBody?: RequestBody }>,
    )) {
      if (requestBody)
        requestBody.required =
          requestBody.content['application/json']?.schema.required !== undefined
    }
  }
  return document
}

interface RequestBody {
  required?: boolean
  content: Record<string, { schema: { required?: string[] } }>
}

const failure = (description: string) => ({ ...ref(FailureWire), description })

const commonFailures = {
  400: failure('The request is invalid, or not possible in the current state'),
  401: failure('The API key or the proof of access is missing or invalid'),
  403: failure('Not allowed with this API key or from this origin'),
  404: failure('Not found'),
  421: failure('The salon is served at the address in `Location` now'),
  429: failure('Rate limit exceeded: retry after `Retry-After` seconds'),
  500: failure('Internal error'),
  503: failure('Temporarily unavailable: retry after `Retry-After` seconds'),
}

const acceptsKey = ({ headers }: FastifySchema): boolean =>
  'idempotency-key' in ((headers as { properties?: object } | undefined)?.properties ?? {})

const idempotencyFailures = {
  409: failure(
    'The same request is in progress: retry after `Retry-After` seconds; or the `version` has changed',
  ),
  422: failure('The `Idempotency-Key` was used with another body'),
}

const bodyFailures = {
  413: failure('The body is too large'),
  415: failure('The body is not JSON'),
}

/** The version of this package. */
export const version: string = createRequire(import.meta.url)('../../package.json').version
