import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  LoneAnonymousOperationRule,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
  print,
  separateOperations,
  UniqueOperationNamesRule,
  validate,
} from 'graphql'
import { type Complexity, measureComplexity, type Variables } from './complexity.ts'
import { createLruCache, type LruCache } from './lru.ts'

/** One operation of a text, and what can be said of it without running it. */
export interface Operation extends Complexity {
  kind: OperationTypeNode
  /** The operation alone, with the fragments it needs. */
  text: string
  /** Values of variables that are not sent. */
  defaults: Variables
}

/** What a text asks for, by the names of its operations; the name of a nameless one is empty. */
export type ParsedDocument = ReadonlyMap<string, Operation>

export const maxTokens = 1000

const keptAtMost = { entries: 500, characters: 2 * 1024 * 1024 }

/**
 * Reads texts, each of them once: what was found out is remembered, also of those that are none.
 *
 * @returns what reads one, and throws GraphQLError about what is no document
 */
export function createDocumentParser(schema: GraphQLSchema): (text: string) => ParsedDocument {
  const memory: LruCache<ParsedDocument | GraphQLError> = createLruCache(keptAtMost)
  return (text) => {
    let facts = memory.get(text)
    if (facts === undefined) {
      facts = tried(() => parseDocument(schema, text))
      memory.set(text, facts, text.length)
    }
    if (facts instanceof GraphQLError) throw facts
    return facts
  }
}

/** @throws GraphQLError where the name is of none of them, or none is given for several */
export function selectOperation(facts: ParsedDocument, name: string | undefined): Operation {
  const [only] = facts.values()
  const operation = name === undefined ? (facts.size === 1 ? only : undefined) : facts.get(name)
  return operation ?? noOperation(facts, name)
}

function noOperation(facts: ParsedDocument, name: string | undefined): never {
  if (name !== undefined) throw new GraphQLError(`Unknown operation named "${name}".`)
  throw new GraphQLError(
    facts.size === 0
      ? 'There is no operation.'
      : 'Must provide operation name if query contains multiple operations.',
  )
}

function tried<T>(read: () => T): T | GraphQLError {
  try {
    return read()
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function parseDocument(schema: GraphQLSchema, text: string): ParsedDocument {
  const document = parse(text, { maxTokens: maxTokens })
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operations.length > 1) validateTogether(schema, document)
  const alone = operations.length > 1 ? separateOperations(document) : {}
  const fragments = new Map(
    document.definitions.filter(isFragment).map((one) => [one.name.value, one]),
  )
  return new Map(
    operations.map((operation) => {
      const name = operation.name?.value ?? ''
      const own = alone[name]
      return [
        name,
        {
          ...measureComplexity(schema, operation, fragments),
          kind: operation.operation,
          text: own === undefined ? text : print(own),
          defaults: defaultsOf(operation),
        },
      ]
    }),
  )
}

/**
 * Each operation runs as a document of its own, which would hide how they get on with each other.
 */
function validateTogether(schema: GraphQLSchema, document: DocumentNode): void {
  const [wrong] = validate(schema, document, [UniqueOperationNamesRule, LoneAnonymousOperationRule])
  if (wrong !== undefined) throw wrong
}

const isFragment = (definition: { kind: Kind }): definition is FragmentDefinitionNode =>
  definition.kind === Kind.FRAGMENT_DEFINITION

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const defaults: Record<string, unknown> = {}
  for (const { variable, defaultValue } of variableDefinitions) {
    if (defaultValue?.kind === Kind.INT) defaults[variable.name.value] = Number(defaultValue.value)
    if (defaultValue?.kind === Kind.STRING) defaults[variable.name.value] = defaultValue.value
  }
  return defaults
}
