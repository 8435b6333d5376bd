import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { version } from '../version.ts'
import { components } from '../wire/components.ts'

const documentPath = '/api/v1/openapi.json'

/** Collects the routes that come after it into one OpenAPI document, made of the schemas that they answer by. */
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
          clave: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Identifies the business' },
        },
      },
    },
    refResolver: { buildLocalReference: (schema, _uri, _fragment, index) => String(schema.$id ?? `def-${index}`) },
    transform: ({ schema, url }) => ({ schema: withKey(schema, url), url }),
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

/** Every route under the prefix asks for a key. */
function withKey(schema: FastifySchema | undefined, url: string): FastifySchema {
  return url.startsWith('/api/v1/') ? { security: [{ clave: [] }], ...schema } : { ...schema }
}
