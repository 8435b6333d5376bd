import { EventWire, eventTypes, eventVersion } from '@silla/wire'

/** By type: an event of it, as it is delivered. */
export type EventExamples = Record<string, object>

/** The `webhooks` of the OpenAPI document: what the endpoints of a salon receive (D42). */
export const eventWebhooks = (examples: EventExamples): Record<string, object> =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { description, schema }]) => [
      type,
      {
        post: {
          operationId: `event${type.split(/[._]/).map(capitalized).join('')}`,
          tags: ['Events'],
          summary: description.replace(/[.;].*$/s, ''),
          description,
          security: [],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: deliverySchema(type, schema as { $id?: string }),
                examples: { event: { value: examples[type] } },
              },
            },
          },
          responses: {
            '2XX': { description: 'Received: it is not delivered again' },
            '4XX': { description: 'Not received: it is delivered again later' },
          },
        },
      },
    ]),
  )

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const deliverySchema = (type: string, { $id }: { $id?: string }) => ({
  type: 'object',
  required: Object.keys(EventWire.properties),
  properties: {
    ...EventWire.properties,
    tipo: { type: 'string', const: type },
    version: { type: 'string', const: eventVersion },
    datos: {
      anyOf: [{ $ref: `#/components/schemas/${$id}` }, { type: 'null' }],
      description: 'What it happened to, as it was at that moment; null when it is too large',
    },
    demasiado_grande: {
      type: 'boolean',
      description: 'True when `datos` is too large for a delivery; the feed has the whole event',
    },
  },
})
