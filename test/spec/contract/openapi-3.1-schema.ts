/**
 * The OpenAPI 3.1 standard as a JSON Schema, for the objects that our document uses: their required
 * and optional fields, and no others. Schema Objects are validated by JSON Schema 2020-12.
 */
export const openApi31 = {
  $defs: {
    text: { type: 'string', minLength: 1 },
    info: object({ title: def('text'), version: def('text'), description: def('text') }, [
      'title',
      'version',
    ]),
    server: object({ url: def('text'), description: def('text') }, ['url']),
    pathItem: {
      type: 'object',
      propertyNames: { enum: ['get', 'put', 'post', 'delete', 'patch', 'head'] },
      additionalProperties: def('operation'),
      minProperties: 1,
    },
    operation: object(
      {
        tags: { type: 'array', items: def('text'), uniqueItems: true },
        summary: def('text'),
        description: def('text'),
        operationId: def('text'),
        parameters: { type: 'array', items: def('parameter'), uniqueItems: true },
        requestBody: object(
          { description: def('text'), content: def('content'), required: { type: 'boolean' } },
          ['content'],
        ),
        responses: {
          type: 'object',
          propertyNames: { pattern: '^([1-5](\\d\\d|XX)|default)$' },
          additionalProperties: def('response'),
          minProperties: 1,
        },
        deprecated: { type: 'boolean' },
        security: {
          type: 'array',
          items: { type: 'object', additionalProperties: { type: 'array' } },
        },
      },
      ['responses'],
    ),
    parameter: {
      ...object(
        {
          name: def('text'),
          in: { enum: ['query', 'header', 'path', 'cookie'] },
          description: def('text'),
          required: { type: 'boolean' },
          deprecated: { type: 'boolean' },
          schema: def('schema'),
          example: {},
        },
        ['name', 'in', 'schema'],
      ),
      if: { properties: { in: { const: 'path' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { required: { const: true } }, required: ['required'] },
    },
    response: object(
      { description: def('text'), headers: { type: 'object' }, content: def('content') },
      ['description'],
    ),
    content: {
      type: 'object',
      propertyNames: { pattern: '^[\\w.+-]+/[\\w.+-]+$' },
      additionalProperties: object(
        { schema: def('schema'), example: {}, examples: named(def('example')) },
        ['schema'],
      ),
      minProperties: 1,
    },
    components: object({
      schemas: named(def('schema')),
      securitySchemes: named({
        oneOf: [
          object(
            {
              type: { const: 'apiKey' },
              in: { enum: ['query', 'header', 'cookie'] },
              name: def('text'),
              description: def('text'),
            },
            ['type', 'in', 'name'],
          ),
          object(
            {
              type: { const: 'http' },
              scheme: { const: 'bearer' },
              bearerFormat: def('text'),
              description: def('text'),
            },
            ['type', 'scheme'],
          ),
        ],
      }),
    }),
    example: object({ summary: def('text'), value: {} }, ['value']),
    schema: { type: ['object', 'boolean'] },
  },
  ...object(
    {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
      info: def('info'),
      servers: { type: 'array', items: def('server') },
      webhooks: { type: 'object', additionalProperties: def('pathItem') },
      paths: {
        type: 'object',
        propertyNames: { pattern: '^/' },
        additionalProperties: def('pathItem'),
      },
      components: def('components'),
      tags: {
        type: 'array',
        items: object({ name: def('text'), description: def('text') }, ['name']),
      },
    },
    ['openapi', 'info', 'paths'],
  ),
}

function def(name: string) {
  return { $ref: `#/$defs/${name}` }
}

/** Only these fields, and extensions. */
function object(properties: Record<string, object>, required: string[] = []) {
  return {
    type: 'object',
    properties,
    required,
    patternProperties: { '^x-': {} },
    additionalProperties: false,
  }
}

function named(of: object) {
  return {
    type: 'object',
    propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' },
    additionalProperties: of,
  }
}
