import { createRequire } from 'node:module'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { components } from '../wire/components.ts'
import { FailureWire } from '../wire/envelope.ts'
import { idempotencyHeaders } from '../wire/idempotency-key.ts'
import { ref } from '../wire/schema.ts'

const documentPath = '/api/v1/openapi.json'

/**
 * Collects the routes that come after it into one OpenAPI document, made of the schemas that they
 * answer by.
 */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  for (const component of components) app.addSchema(component)

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Silla',
        version,
        description:
          'Appointments for salons and barbershops. Every answer is `{ success: true, data }` or `{ success: false, error }`; switch on `error.code`.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          clave: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'Identifies the business. A secret key by itself is the business.',
          },
          cliente: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The `access_token` of a customer, from `/auth/verify-otp/` or `/auth/refresh/`',
          },
          codigo: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Reserva-Codigo',
            description: "A booking's code: proof of whoever booked without signing in",
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
        ...(underPrefix(url) ? asDocumented(schema) : schema),
      },
      url,
    }),
    transformObject: (made) =>
      'openapiObject' in made ? withOptionalBodies(made.openapiObject) : made.swaggerObject,
  })

  app.get(documentPath, { schema: { hide: true } }, () => app.swagger())
}

/** Pages that read the document, all of them served from here. */
export async function addDocs(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { url: documentPath, deepLinking: true, defaultModelsExpandDepth: 0 },
    staticCSP:
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; style-src 'self' 'unsafe-inline'",
  })
}

const underPrefix = (url: string) => url.startsWith('/api/v1/')

/**
 * `postReservasByIdResena`: what generated clients call it, so it lasts as long as the path does.
 */
function operationId(method: string, url: string): string {
  const path = url.replace('/api/v1', '').replace(/(:\w+)\([^/]*\)/g, '$1') // a parameter may be held to a pattern
  const steps = path.split(/[^\w:]+/)
  const words = steps.join('_').replaceAll(':', 'By_').split('_')
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

/** Every route under the prefix asks for a key, and refuses in the one shape. */
function asDocumented(schema: FastifySchema = {}): FastifySchema {
  const refusals = {
    ...refusalsAnywhere,
    ...(schema.body ? refusalsOfBodies : {}),
    ...(schema.headers === idempotencyHeaders ? refusalsOfKeys : {}),
  }
  return {
    security: [{ clave: [] }],
    ...schema,
    response: { ...(schema.response as object), ...refusals },
  }
}

/**
 * A body without a required field may be left out (plugins/body.ts); the collector takes every body
 * for required.
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

const refused = (description: string) => ({ ...ref(FailureWire), description })

const refusalsAnywhere = {
  400: refused('Something about what was sent, or about how things stand, forbids it'),
  401: refused('The key, or the proof of who asks, is missing or wrong'),
  403: refused('Not with this key, or not from there'),
  404: refused('There is no such thing'),
  429: refused('Too often: try again after `Retry-After` seconds'),
  500: refused('A fault of ours'),
  503: refused('Not at the moment: try again after `Retry-After` seconds'),
}

const refusalsOfKeys = {
  409: refused('The same request is being worked on: try again after `Retry-After` seconds'),
  422: refused('The `Idempotency-Key` was used with another body'),
}

const refusalsOfBodies = {
  413: refused('The body is too large'),
  415: refused('The body is not JSON'),
}

/** The version of this API, as its package says. */
export const version: string = createRequire(import.meta.url)('../../package.json').version
