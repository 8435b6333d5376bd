import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { type AnyField, databaseFieldPoints, listSize, usesDatabase } from './field-costs.ts'

/** The size of an operation, measured before it is validated against the schema. */
export interface Complexity {
  /** The levels of nested fields. */
  depth: number
  /** Aliased fields, and all fields; each item of a list is not counted again. */
  aliases: number
  fields: number
  /** Pairs of fields with the same response name: validation compares each pair. */
  repeatedFields: number
  /** How often each root field is selected. */
  roots: ReadonlyMap<string, number>
  /** How often each response name is used on the first level. */
  names: ReadonlyMap<string, number>
  /** Whether it reads the schema. */
  usesIntrospection: boolean
  /** Whether a field queries the database. */
  usesDatabase: boolean
  /**
   * The points of all fields, each multiplied by how often it may be resolved. Only to be computed
   * when the number of fields is within its limit.
   */
  cost: Cost
}

/** A function of the variables, because a page size may be one. */
export type Cost = (variables: Variables) => number

export type Variables = Readonly<Record<string, unknown>>

/** Introspection has one price; graphql-js limits its depth. */
const introspectionPoints = 5000

/**
 * Measures an operation. Each fragment is measured once however often it is used, since nested
 * fragments would otherwise take exponential time. A fragment that contains itself counts as empty
 * the second time; validation rejects it later.
 */
export function measureComplexity(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Complexity {
  const measured = new Map<string, Complexity>()
  return withRepeatedFields(
    ofSelections(operation.selectionSet, schema.getRootType(operation.operation)),
  )

  function ofSelections(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | null | undefined,
  ): Complexity {
    return sumOf(
      selections.map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type)
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
        return ofSelections(
          selection.selectionSet,
          typeNamed(selection.typeCondition?.name.value) ?? type,
        )
      }),
    )
  }

  function ofFragment(name: string): Complexity {
    const known = measured.get(name)
    const fragment = fragments.get(name)
    if (known !== undefined || fragment === undefined) return known ?? noFields
    measured.set(name, noFields)
    const type = typeNamed(fragment.typeCondition.name.value)
    const complexity = ofSelections(fragment.selectionSet, type)
    measured.set(name, complexity)
    return complexity
  }

  function ofField(node: FieldNode, type: GraphQLNamedType | null | undefined): Complexity {
    const name = node.name.value
    const own = {
      aliases: node.alias === undefined ? 0 : 1,
      fields: 1,
      roots: new Map([[name, 1]]),
      names: new Map([[node.alias?.value ?? name, 1]]),
    }
    if (name === '__schema' || name === '__type') {
      return {
        ...noFields,
        ...own,
        depth: 1,
        usesIntrospection: true,
        cost: () => introspectionPoints,
      }
    }
    const field = isObjectType(type) ? type.getFields()[name] : undefined
    const below = node.selectionSet
      ? withRepeatedFields(ofSelections(node.selectionSet, field && getNamedType(field.type)))
      : noFields
    const price = field === undefined ? unknownField : priceOf(node, type?.name ?? '', field)
    return {
      ...own,
      depth: 1 + below.depth,
      aliases: own.aliases + below.aliases,
      fields: own.fields + below.fields,
      repeatedFields: below.repeatedFields,
      usesIntrospection: below.usesIntrospection,
      usesDatabase: price.usesDatabase || below.usesDatabase,
      cost: (variables) => price.points + price.size(variables) * below.cost(variables),
    }
  }

  function typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : schema.getType(name)
  }
}

const noFields: Complexity = {
  depth: 0,
  aliases: 0,
  fields: 0,
  repeatedFields: 0,
  roots: new Map(),
  names: new Map(),
  usesIntrospection: false,
  usesDatabase: false,
  cost: () => 0,
}

function sumOf(parts: readonly Complexity[]): Complexity {
  const sum = (count: (part: Complexity) => number) =>
    parts.reduce((total, part) => total + count(part), 0)
  // many fragments that only spread each other hold no fields
  if (sum(({ fields }) => fields) === 0) return noFields
  const costs = parts.map(({ cost }) => cost)
  return {
    depth: Math.max(0, ...parts.map(({ depth }) => depth)),
    aliases: sum(({ aliases }) => aliases),
    fields: sum(({ fields }) => fields),
    repeatedFields: sum(({ repeatedFields }) => repeatedFields),
    roots: sumCounts(parts.map(({ roots }) => roots)),
    names: sumCounts(parts.map(({ names }) => names)),
    usesIntrospection: parts.some(({ usesIntrospection }) => usesIntrospection),
    usesDatabase: parts.some(({ usesDatabase }) => usesDatabase),
    cost: (variables) => costs.reduce((total, cost) => total + cost(variables), 0),
  }
}

/** Adds the pairs of equal names among the selections of one field, including its fragments. */
function withRepeatedFields(complexity: Complexity): Complexity {
  const pairs = [...complexity.names.values()].reduce(
    (total, times) => total + (times * (times - 1)) / 2,
    0,
  )
  return { ...complexity, repeatedFields: complexity.repeatedFields + pairs }
}

function sumCounts(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const count of counts)
    for (const [name, times] of count) sums.set(name, (sums.get(name) ?? 0) + times)
  return sums
}

interface Price {
  usesDatabase: boolean
  points: number
  size: Cost
}

/** The price of an unknown field, which validation rejects later. */
const unknownField: Price = { usesDatabase: false, points: 1, size: () => 1 }

function priceOf(node: FieldNode, type: string, field: AnyField): Price {
  const args = (node.arguments ?? []).map(
    ({ name, value }) => [name.value, valueReader(value)] as const,
  )
  const queries = usesDatabase(type, field, new Set(args.map(([name]) => name)))
  return {
    usesDatabase: queries,
    points: queries ? databaseFieldPoints : 1,
    size: (variables) =>
      listSize(
        type,
        field,
        Object.fromEntries(args.map(([name, read]) => [name, read(variables)])),
      ),
  }
}

/**
 * Reads the value of an argument as far as list sizes depend on it: numbers, texts and variables.
 * The returned function does not keep the parsed document in memory.
 */
function valueReader(node: ValueNode): (variables: Variables) => unknown {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value
    return (variables) => variables[name]
  }
  const value =
    node.kind === Kind.INT ? Number(node.value) : node.kind === Kind.STRING ? node.value : undefined
  return () => value
}
