import type { TSchema } from 'typebox'
import { normalizeAndValidate } from '../http/body.ts'
import { requireAccess } from '../operations/access.ts'
import { describeOperation } from '../operations/describe.ts'
import type { GraphqlField, Operation } from '../operations/operation.ts'
import { operations } from '../operations/operation-list.ts'
import { operationContext, parseCall } from '../operations/perform.ts'
import type { GraphqlContext } from './context.ts'
import { memoize } from './memoize.ts'
import { paging } from './paging.ts'
import type { Args, Resolver, Resolvers } from './resolver-types.ts'
import { argumentType, describe, docString } from './types-from-wire.ts'

/** An operation that is a root field. */
type RootField = Operation & { graphql: GraphqlField }

/** The operations that are root fields. */
export const rootFields = operations.filter(
  (operation): operation is RootField => operation.graphql !== null,
)

const rootType = ({ rest }: Operation) => (rest.method === 'GET' ? 'Query' : 'Mutation')

const heads = {
  Query: 'extend type Query',
  Mutation: '"The mutations; at most one per request"\ntype Mutation',
} as const

/** The root fields, in the schema language. */
export const operationFields = (['Query', 'Mutation'] as const)
  .map((type) => {
    const own = rootFields.filter((operation) => rootType(operation) === type)
    return `${heads[type]} {\n${own.map(fieldOf).join('\n')}\n}`
  })
  .join('\n\n')

/** The bodies that are input types, by their names. */
export const operationInputs: Record<string, TSchema> = Object.fromEntries(
  rootFields.flatMap(({ graphql, body }) =>
    graphql.input !== undefined && body !== undefined ? [[graphql.input, body.schema]] : [],
  ),
)

/** The types of items by the types of pages of them. */
export const operationPages: Record<string, string> = Object.fromEntries(
  operations.flatMap(({ result: { type, itemType } }) =>
    itemType === null ? [] : [[type, itemType]],
  ),
)

/** Resolvers that check access, validate the body, and run the operation. */
export const operationResolvers: Resolvers = resolversOf(rootFields)

function fieldOf(operation: RootField): string {
  const { summary, graphql, result } = operation
  const args = argumentsOf(operation)
  const description = docString(`${summary}. ${describeOperation(operation)}`, '  ')
  return `${description}  ${graphql.field}${args === '' ? '' : `(${args}\n  )`}: ${result.type}!`
}

function argumentsOf(operation: RootField): string {
  const { graphql, ids = {}, query, body, proof, simulated, result } = operation
  const args = Object.entries(ids).map(([name, { description }]) =>
    argument(name, 'Id!', description),
  )
  for (const [name, schema] of Object.entries(query?.path ?? {}))
    args.push(argument(name, `${argumentType(name, schema)}!`, descriptionOf(schema)))
  for (const [name, schema] of Object.entries(query?.params ?? {})) {
    const { type, description } = graphql.arguments?.[name] ?? {
      type: argumentType(name, schema),
      description: descriptionOf(schema),
    }
    args.push(argument(name, type, description))
  }
  if (body !== undefined && graphql.input !== undefined)
    args.push(argument('entrada', inputType(graphql), descriptionOf(body.schema)))
  else
    for (const [name, schema] of Object.entries(propertiesOf(body?.schema)))
      args.push(argument(name, argumentType(name, schema), descriptionOf(schema)))
  if (proof !== undefined) args.push(argument(proof.argument, 'String', proof.description))
  if (simulated)
    args.push(
      argument('simular', 'Boolean', 'Try only: everything is checked, and nothing changes'),
    )
  return args.join('') + (result.itemType === null ? '' : paging)
}

function inputType({ input, isInputOptional }: GraphqlField): string {
  return `${input}${isInputOptional ? '' : '!'}`
}

function argument(name: string, type: string, description: string): string {
  return `\n${docString(description, '    ')}    ${name}: ${type}`
}

function descriptionOf(schema: TSchema): string {
  return describe(schema) ?? ''
}

function propertiesOf(schema: TSchema | undefined): Record<string, TSchema> {
  return (schema as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}
}

function resolversOf(fields: readonly RootField[]): Resolvers {
  const resolvers: Resolvers = { Query: {}, Mutation: {} }
  for (const operation of fields) {
    resolvers[rootType(operation)] = {
      ...resolvers[rootType(operation)],
      [operation.graphql.field]: (_, args, context) => resolve(operation, args, context),
    }
  }
  return resolvers
}

/** Resolves a field of another type that returns what an operation does. */
export function operationResolver(name: string): Resolver {
  const operation = operations.find((each) => each.name === name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return (_, args, context) => resolve(operation, args, context)
}

async function resolve(
  operation: Operation,
  args: Args,
  context: GraphqlContext,
): Promise<unknown> {
  const { request, reply, catalog, locale, options } = context
  requireAccess(operation, request.context)
  const { ids = {}, body, proof, graphql, result } = operation
  const fields =
    graphql?.input === undefined ? without(args, [...Object.keys(ids), 'simular']) : args.entrada
  const call = parseCall(operation, {
    context: operationContext(request, reply, {
      catalog,
      locale,
      options,
      limitWork: () => undefined,
    }),
    caller: 'graphql',
    http: { request, reply },
    sent: {
      ids: args,
      params: args,
      body: body && normalizeAndValidate(request, body.schema, (fields ?? {}) as object),
      proof: proof && args[proof.argument],
      simulated: args.simular,
    },
  })
  if (call.cacheKey === null) return result.inGraphql(await call.data())
  return memoize(context, JSON.stringify(call.cacheKey), () => {
    const data = call.fromCatalog()
    const inGraphql = data instanceof Promise ? data.then(result.inGraphql) : result.inGraphql(data)
    return inGraphql as object
  })
}

const without = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
