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

/** What an operation amounts to, before it is known whether it is one that the schema allows. */
export interface Complexity {
  /** Levels of fields, of which the deepest counts. */
  depth: number
  /** Fields under another name, and all fields, as often as they would be resolved once. */
  aliases: number
  fields: number
  /**
   * Pairs of fields that give one answer between them: each pair is compared before anything runs.
   */
  repeatedFields: number
  /** How often each field of the first level is asked for, and each name that its answer has. */
  roots: ReadonlyMap<string, number>
  names: ReadonlyMap<string, number>
  /** Whether it asks about the schema itself. */
  usesIntrospection: boolean
  /** Whether anything has to be asked of the database. */
  usesDatabase: boolean
  /**
   * Points: fields and questions, by how many of each there may be. To be asked only of what has a
   * bearable number of fields.
   */
  cost: Cost
}

/** A page's size may be a variable. */
export type Cost = (variables: Variables) => number

export type Variables = Readonly<Record<string, unknown>>

/**
 * What the schema says about itself costs the same however it is asked for; graphql-js bounds how
 * deep it may go.
 */
const pointsOfIntrospection = 5000

/**
 * Walks through an operation. Each fragment is weighed once, however often it is used: fragments of
 * fragments would otherwise take ever longer to weigh. One that needs itself weighs nothing the
 * second time; that it is refused is for the validation to say.
 */
export function measureComplexity(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Complexity {
  const weighed = new Map<string, Complexity>()
  return withRepeats(ofSelections(operation.selectionSet, schema.getRootType(operation.operation)))

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
          named(selection.typeCondition?.name.value) ?? type,
        )
      }),
    )
  }

  function ofFragment(name: string): Complexity {
    const known = weighed.get(name)
    const fragment = fragments.get(name)
    if (known !== undefined || fragment === undefined) return known ?? noFields
    weighed.set(name, noFields)
    const weight = ofSelections(fragment.selectionSet, named(fragment.typeCondition.name.value))
    weighed.set(name, weight)
    return weight
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
        cost: () => pointsOfIntrospection,
      }
    }
    const field = isObjectType(type) ? type.getFields()[name] : undefined
    const below = node.selectionSet
      ? withRepeats(ofSelections(node.selectionSet, field && getNamedType(field.type)))
      : noFields
    const price = field === undefined ? free : priceOf(node, type?.name ?? '', field)
    return {
      ...own,
      depth: 1 + below.depth,
      aliases: own.aliases + below.aliases,
      fields: own.fields + below.fields,
      repeatedFields: below.repeatedFields,
      usesIntrospection: below.usesIntrospection,
      usesDatabase: price.question || below.usesDatabase,
      cost: (variables) => price.points + price.size(variables) * below.cost(variables),
    }
  }

  function named(name: string | undefined): GraphQLNamedType | undefined {
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

function sumOf(weights: readonly Complexity[]): Complexity {
  const sum = (count: (weight: Complexity) => number) =>
    weights.reduce((all, weight) => all + count(weight), 0)
  // fragments that only need each other hold no fields, and may be very many all the same
  if (sum(({ fields }) => fields) === 0) return noFields
  const costs = weights.map(({ cost }) => cost)
  return {
    depth: Math.max(0, ...weights.map(({ depth }) => depth)),
    aliases: sum(({ aliases }) => aliases),
    fields: sum(({ fields }) => fields),
    repeatedFields: sum(({ repeatedFields }) => repeatedFields),
    roots: sumCounts(weights.map(({ roots }) => roots)),
    names: sumCounts(weights.map(({ names }) => names)),
    usesIntrospection: weights.some(({ usesIntrospection }) => usesIntrospection),
    usesDatabase: weights.some(({ usesDatabase }) => usesDatabase),
    cost: (variables) => costs.reduce((all, cost) => all + cost(variables), 0),
  }
}

/**
 * What stands below one field, fragments and all: fields of one name there are compared with each
 * other.
 */
function withRepeats(weight: Complexity): Complexity {
  const here = [...weight.names.values()].reduce((all, times) => all + (times * (times - 1)) / 2, 0)
  return { ...weight, repeatedFields: weight.repeatedFields + here }
}

function sumCounts(counts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const count of counts)
    for (const [name, times] of count) all.set(name, (all.get(name) ?? 0) + times)
  return all
}

interface Price {
  question: boolean
  points: number
  size: Cost
}

/** What is no field of the schema is refused later. */
const free: Price = { question: false, points: 1, size: () => 1 }

function priceOf(node: FieldNode, type: string, field: AnyField): Price {
  const given = (node.arguments ?? []).map(
    ({ name, value }) => [name.value, reading(value)] as const,
  )
  const question = usesDatabase(type, field, new Set(given.map(([name]) => name)))
  return {
    question,
    points: question ? databaseFieldPoints : 1,
    size: (variables) =>
      listSize(
        type,
        field,
        Object.fromEntries(given.map(([name, read]) => [name, read(variables)])),
      ),
  }
}

/**
 * As much of an argument as sizes depend on: numbers, texts and variables. Nothing of the document
 * is held on to.
 */
function reading(node: ValueNode): (variables: Variables) => unknown {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value
    return (variables) => variables[name]
  }
  const value =
    node.kind === Kind.INT ? Number(node.value) : node.kind === Kind.STRING ? node.value : undefined
  return () => value
}
