import { readFile } from 'node:fs/promises'
import { schemaText } from '@silla/api'
import { buildSchema, findBreakingChanges, introspectionFromSchema, printSchema } from 'graphql'

export const schemaFile = new URL('../../../docs/schema.graphql', import.meta.url)

/** The committed schema. */
export const readSchemaFile = (): Promise<string> => readFile(schemaFile, 'utf8')

/** The current schema of the API, with one definition for each type. */
export const currentSchema = (): string => `${printSchema(buildSchema(schemaText))}\n`

/** The changes of a schema that break its clients, one sentence each. */
export const breakingChanges = (before: string, after: string): string[] =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(({ description }) => description)

export const introspectionFile = new URL(
  '../../../packages/client/src/graphql-schema.ts',
  import.meta.url,
)

/** The introspection result as a TypeScript type, for the typed client; one line for each type. */
export function introspectionTypes(schema: string): string {
  const { queryType, mutationType, types } = introspectionFromSchema(buildSchema(schema), {
    descriptions: false,
  }).__schema
  const ours = types
    .filter(({ name }) => !name.startsWith('__'))
    .map((type) => JSON.stringify(type))
  return `// Generated from docs/schema.graphql by npm run graphql-schema.
export type introspection = { name: 'silla', __schema: {
queryType: ${JSON.stringify(queryType)}, mutationType: ${JSON.stringify(mutationType)}, subscriptionType: null, directives: [],
types: [\n${ours.join(',\n')}\n] } }
`
}
