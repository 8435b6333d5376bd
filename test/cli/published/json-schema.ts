import type { Schema } from '../../support/type-schema.ts'
import { resultSchemas } from './result-schemas.ts'

/** The content of docs/cli-json.schema.json: the --json output of every command, and of errors. */
export interface CliJsonSchema extends Schema {
  $schema: string
  $defs: Record<string, Schema>
}

/** Generated from the types that the commands return. */
export function cliJsonSchema(commands: readonly string[]): CliJsonSchema {
  const { results, error, definitions } = resultSchemas(commands)
  const types = Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    description:
      'The output of silla with --json. $defs has the output of each command (bookings-list) and ' +
      'of errors (error). Moments are in UTC, days and times in the time zone of the salon.',
    anyOf: ['error', ...commands.map(schemaName)].map((name) => ({ $ref: `#/$defs/${name}` })),
    $defs: {
      error: closed({ error }),
      ...Object.fromEntries([...results].map(([words, schema]) => [schemaName(words), schema])),
      ...Object.fromEntries(types),
    },
  }
}

/** The name of a command in the schema: `bookings-list`. */
export const schemaName = (words: string): string => words.replaceAll(' ', '-')

const closed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})
