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
import { LRUCache } from 'lru-cache'
import { type Complexity, measureComplexity, type Variables } from './complexity.ts'

/** An operation of a document, measured without running it. */
export interface Operation extends Complexity {
  kind: OperationTypeNode
  /** The operation alone, with the fragments it uses. */
  text: string
  /** Default values of its variables. */
  defaults: Variables
}

/** The operations of a document by name; an anonymous one has an empty name. */
export type ParsedDocument = ReadonlyMap<string, Operation>

export const maxTokens = 1000

/** The size of a text is its length in characters, at least 1: lru-cache refuses 0. */
const maxCached = { max: 500, maxSize: 2 * 1024 * 1024 }

/**
 * Parses documents. Results are cached, including syntax errors, so that a text is parsed once.
 *
 * @returns a function that throws GraphQLError for a text that is not a valid document
 */
export function createDocumentParser(schema: GraphQLSchema): (text: string) => ParsedDocument {
  const cache = new LRUCache<string, ParsedDocument | GraphQLError>(maxCached)
  return (text) => {
    let parsed = cache.get(text)
    if (parsed === undefined) {
      parsed = resultOrError(() => parseDocument(schema, text))
      cache.set(text, parsed, { size: text.length || 1 })
    }
    if (parsed instanceof GraphQLError) throw parsed
    return parsed
  }
}

/** Throws GraphQLError for an unknown name, and for several operations without a name. */
export function selectOperation(document: ParsedDocument, name: string | undefined): Operation {
  const [first] = document.values()
  const only = document.size === 1 ? first : undefined
  const operation = name === undefined ? only : document.get(name)
  return operation ?? noOperation(document, name)
}

function noOperation(document: ParsedDocument, name: string | undefined): never {
  if (name !== undefined) throw new GraphQLError(`Unknown operation named "${name}".`)
  throw new GraphQLError(
    document.size === 0
      ? 'There is no operation.'
      : 'Must provide operation name if query contains multiple operations.',
  )
}

function resultOrError<T>(run: () => T): T | GraphQLError {
  try {
    return run()
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function parseDocument(schema: GraphQLSchema, text: string): ParsedDocument {
  // locations are needed for errors only, and take most of the time and memory
  const document = parse(text, { maxTokens, noLocation: true })
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operations.length > 1) validateTogether(schema, parse(text, { maxTokens }))
  const separated = operations.length > 1 ? separateOperations(document) : {}
  const fragments = new Map(
    document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]),
  )
  return new Map(
    operations.map((operation) => {
      const name = operation.name?.value ?? ''
      const own = separated[name]
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
 * Operations run as separate documents, so the rules about several operations in one document are
 * checked here.
 */
function validateTogether(schema: GraphQLSchema, document: DocumentNode): void {
  const [error] = validate(schema, document, [UniqueOperationNamesRule, LoneAnonymousOperationRule])
  if (error !== undefined) throw error
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
