import { readFile } from 'node:fs/promises'
import { graphqlSchema } from '@silla/api'
import { buildSchema, findBreakingChanges, printSchema } from 'graphql'

export const graphFile = new URL('../../../docs/schema.graphql', import.meta.url)

/** The schema as it is checked in. */
export const readGraphFile = (): Promise<string> => readFile(graphFile, 'utf8')

/** The schema that this tree's API answers by, one definition for each type. */
export const ownGraph = (): string => `${printSchema(buildSchema(graphqlSchema))}\n`

/** What a query that was written for the one schema would miss in the other, told one by one. */
export const breakingChanges = (before: string, after: string): string[] =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(({ description }) => description)
