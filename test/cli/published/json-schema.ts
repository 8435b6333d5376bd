import { resultSchemas } from './result-schemas.ts'
import type { Schema } from './type-schema.ts'

/**
 * docs/cli-json.schema.json: what --json prints, of every command and when something went wrong.
 */
export interface CliJsonSchema extends Schema {
  $schema: string
  $defs: Record<string, Schema>
}

/** Made from the types that the commands return, by the words of the commands. */
export function cliJsonSchema(commands: readonly string[]): CliJsonSchema {
  const { results, error, definitions } = resultSchemas(commands)
  const types = Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description:
      'What silla prints with --json. Each command has its own under $defs (bookings-list), and so has what goes wrong (error). Moments are in UTC, days and times on the wall clock of the salon.',
    anyOf: ['error', ...commands.map(nameOfAnswer)].map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: {
      error: closed({ error }),
      ...Object.fromEntries([...results].map(([words, schema]) => [nameOfAnswer(words), schema])),
      ...Object.fromEntries(types),
    },
  }
}

/** `bookings list` as it is called in the schema. */
export const nameOfAnswer = (words: string): string => words.replaceAll(' ', '-')

const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
