import { readFile } from 'node:fs/promises'
import { schemaText } from '@silla/api'
import { buildSchema, findBreakingChanges, introspectionFromSchema, printSchema } from 'graphql'

export const schemaFile = new URL('../../../docs/schema.graphql', import.meta.url)

/** The schema as it is checked in. */
export const readSchemaFile = (): Promise<string> => readFile(schemaFile, 'utf8')

/** The schema that this tree's API answers by, one definition for each type. */
export const currentSchema = (): string => `${printSchema(buildSchema(schemaText))}\n`

/** What a query that was written for the one schema would miss in the other, told one by one. */
export const breakingChanges = (before: string, after: string): string[] =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(({ description }) => description)

export const introspectionFile = new URL(
  '../../../packages/client/src/graphql-schema.ts',
  import.meta.url,
)

/**
 * The schema as the typed client reads it: what introspection tells, as a type, one line for each
 * type of ours.
 */
export function introspectionTypes(schema: string): string {
  const { queryType, mutationType, types } = introspectionFromSchema(buildSchema(schema), {
    descriptions: false,
  }).__schema
  const ours = types
    .filter(({ name }) => !name.startsWith('__'))
    .map((type) => JSON.stringify(type))
  return `// Made from docs/schema.graphql by npm run graphql-schema.
export type introspection = { name: 'silla', __schema: {
queryType: ${JSON.stringify(queryType)}, mutationType: ${JSON.stringify(mutationType)}, subscriptionType: null, directives: [],
types: [\n${ours.join(',\n')}\n] } }
`
}
