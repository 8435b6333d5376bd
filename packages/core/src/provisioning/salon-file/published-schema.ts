import { salonFileSchema } from './schema.ts'

/**
 * The JSON Schema of a salon file, for editors: what may stand at a word is told in its
 * description.
 */
export function salonFileJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A salon file',
    ...(described(salonFileSchema()) as object),
    description:
      'One whole salon, as silla businesses apply reads it. The words are told in docs/salon-file.md.',
    definitions: { nothing: { type: ['string', 'null'], pattern: '^\\s*$' } },
  }
}

/** A title completes "must be ..."; editors show descriptions. */
function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described)
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, description, properties, ...rest } = schema as Record<string, unknown>
  const inner = {
    ...(properties === undefined ? {} : { properties: mayBeLeftOpen(properties, rest.required) }),
    ...eachDescribed(rest),
    ...(rest.minLength === 1 && rest.pattern === undefined ? { pattern: readable } : {}),
    ...(rest.minProperties === 1 ? { not: { type: 'object', additionalProperties: nothing } } : {}),
  }
  const sentences = [description, typeof title === 'string' ? `Must be ${title}` : undefined]
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => `${sentence.replace(/\.$/, '')}.`)
  return sentences.length === 0 ? inner : { description: sentences.join(' '), ...inner }
}

/** A known word without a value counts as not written: right wherever it need not be there. */
function mayBeLeftOpen(properties: unknown, required: unknown): unknown {
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.fromEntries(
    Object.entries(eachDescribed(properties)).map(([word, value]) => [
      word,
      needed.has(word) ? value : orNothing(value),
    ]),
  )
}

function orNothing({ description, ...schema }: Record<string, unknown>): unknown {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : [schema]
  return { ...(description === undefined ? {} : { description }), anyOf: [...choices, nothing] }
}

/** Something to see, and nothing that would tell a terminal to do something. */
const readable = '^(?=\\s*\\S)[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$'

const nothing = { $ref: '#/definitions/nothing' }

/** Among properties, `title` and `description` are words of the file. */
const eachDescribed = (holder: unknown): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(holder as object).map(([word, value]) => [
      word,
      described(value) as Record<string, unknown>,
    ]),
  )
