import { components } from '@silla/wire'
import { buildSchema, type GraphQLSchema } from 'graphql'
import type { TSchema } from 'typebox'
import { argumentTypes, fields, pageTypes } from './fields.ts'
import { operationFields, operationInputs } from './operation-fields.ts'
import { scalarTypes } from './scalars.ts'
import { typesFromWire } from './types-from-wire.ts'

/** The GraphQL schema: types generated from the wire's schemas, root fields and mutations. */
export const schemaText = [
  scalarTypes,
  fields,
  operationFields,
  pageTypes,
  argumentTypes,
  typesFromWire(components.filter(isResponseType), 'type'),
  typesFromWire(
    Object.entries(operationInputs).map(([name, schema]) => ({ ...schema, $id: name })),
    'input',
  ),
].join('\n\n')

let built: GraphQLSchema | undefined

/** Built and validated once: every API of the process sets the same resolvers. */
export function graphqlSchema(): GraphQLSchema {
  built ??= buildSchema(schemaText)
  return built
}

/** The failure envelope is not a type: GraphQL has its own `errors`. */
function isResponseType(component: TSchema & { $id?: string }): boolean {
  return component.$id !== 'Fallo'
}
