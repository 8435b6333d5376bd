import { maxCatalogSize } from '../catalog-size.ts'
import { salonFileSchema } from './schema.ts'

/** The JSON Schema of a salon file for editors, which show the description of each key. */
export function salonFileJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A salon file',
    ...(described(withSizes(salonFileSchema())) as object),
    description: 'One complete salon. The keys are documented in docs/salon-file.md.',
    definitions: { empty: { type: ['string', 'null'], pattern: '^\\s*$' } },
  }
}

/**
 * The sizes of lists. They are not part of the schema that files are validated with: a salon that is
 * too large already may still be changed (`assertCatalogSize`).
 */
function withSizes({ properties, ...schema }: ReturnType<typeof salonFileSchema>) {
  const { services, professionals } = properties
  return {
    ...schema,
    properties: {
      ...properties,
      services: { ...services, maxProperties: maxCatalogSize.services },
      professionals: { ...professionals, maxProperties: maxCatalogSize.professionals },
    },
  }
}

/** Turns titles, which complete the sentence "must be ...", into descriptions. */
function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described)
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, description, properties, ...rest } = schema as Record<string, unknown>
  const inner = {
    ...(properties === undefined ? {} : { properties: allowEmpty(properties, rest.required) }),
    ...describeEach(rest),
    ...(rest.minLength === 1 && rest.pattern === undefined ? { pattern: printable } : {}),
    ...(rest.minProperties === 1 ? { not: { type: 'object', additionalProperties: empty } } : {}),
  }
  const sentences = [description, typeof title === 'string' ? `Must be ${title}` : undefined]
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => `${sentence.replace(/\.$/, '')}.`)
  return sentences.length === 0 ? inner : { description: sentences.join(' '), ...inner }
}

/** A known key without a value counts as omitted, so it is valid wherever the key is optional. */
function allowEmpty(properties: unknown, required: unknown): unknown {
  const requiredKeys = new Set(Array.isArray(required) ? required : [])
  return Object.fromEntries(
    Object.entries(describeEach(properties)).map(([key, value]) => [
      key,
      requiredKeys.has(key) ? value : orEmpty(value),
    ]),
  )
}

function orEmpty({ description, ...schema }: Record<string, unknown>): unknown {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  return { ...(description === undefined ? {} : { description }), anyOf: [...choices, empty] }
}

/** At least one visible character, and no control characters. */
const printable = '^(?=\\s*\\S)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$'

const empty = { $ref: '#/definitions/empty' }

/** Among properties, `title` and `description` are keys of the file. */
const describeEach = (holder: unknown): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(holder as object).map(([key, value]) => [
      key,
      described(value) as Record<string, unknown>,
    ]),
  )
