import { salonFileSchema } from './schema.ts'

/** The JSON Schema of a salon file, for editors: what may stand at a word is told in its description. */
export function salonFileJsonSchema(): Record<string, unknown> {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A salon file',
    ...(described(salonFileSchema()) as object),
    description: 'One whole salon, as silla businesses apply reads it. The words are told in docs/salon-file.md.',
  }
}

/** A title completes "must be ..."; editors show descriptions. */
function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described)
  if (typeof schema !== 'object' || schema === null) return schema
  const { title, description, properties, ...rest } = schema as Record<string, unknown>
  const inner = {
    ...(properties === undefined ? {} : { properties: eachDescribed(properties) }),
    ...eachDescribed(rest),
  }
  const sentences = [description, typeof title === 'string' ? `Must be ${title}` : undefined]
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => `${sentence.replace(/\.$/, '')}.`)
  return sentences.length === 0 ? inner : { description: sentences.join(' '), ...inner }
}

/** Among properties, `title` and `description` are words of the file. */
const eachDescribed = (holder: unknown) =>
  Object.fromEntries(Object.entries(holder as object).map(([word, value]) => [word, described(value)]))
