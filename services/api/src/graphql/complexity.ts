import {
  type ArgumentNode,
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
  const root = schema.getRootType(operation.operation)
  return ofSelections(operation.selectionSet, root).withRepeatedFields()

  function ofSelections(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | null | undefined,
  ): Total {
    const total = new Total()
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) addField(total, selection, type)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) total.add(ofFragment(selection.name.value))
      else {
        const own = typeNamed(selection.typeCondition?.name.value) ?? type
        total.add(ofSelections(selection.selectionSet, own))
      }
    }
    return total
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

  function addField(
    total: Total,
    node: FieldNode,
    type: GraphQLNamedType | null | undefined,
  ): void {
    const name = node.name.value
    total.addName(name, node.alias?.value)
    if (name === '__schema' || name === '__type') {
      total.usesIntrospection = true
      total.addCost(introspectionPoints)
      return
    }
    const field = isObjectType(type) ? type.getFields()[name] : undefined
    const args = node.arguments ?? []
    if (field !== undefined && usesDatabase(type?.name ?? '', field, args.map(nameOf))) {
      total.usesDatabase = true
      total.addCost(databaseFieldPoints)
    } else total.addCost(1)
    if (node.selectionSet === undefined) return
    // validation rejects an unknown field later
    const size = field === undefined ? () => 1 : sizeOf(args, type?.name ?? '', field)
    const below = ofSelections(node.selectionSet, field && getNamedType(field.type))
    total.addBelow(below.withRepeatedFields(), size)
  }

  function typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : schema.getType(name)
  }
}

/** Adds up the selections of one level. It allocates little, because a document may be hostile. */
class Total implements Complexity {
  depth = 0
  aliases = 0
  fields = 0
  repeatedFields = 0
  readonly roots = new Map<string, number>()
  readonly names = new Map<string, number>()
  usesIntrospection = false
  usesDatabase = false
  #points = 0
  readonly #costs: Cost[] = []

  addName(name: string, alias: string | undefined): void {
    this.depth = Math.max(this.depth, 1)
    this.fields++
    if (alias !== undefined) this.aliases++
    addCount(this.roots, name, 1)
    addCount(this.names, alias ?? name, 1)
  }

  addCost(points: number): void {
    this.#points += points
  }

  /** Adds the fields below one field, which may be resolved several times. */
  addBelow(below: Complexity, size: Cost): void {
    this.depth = Math.max(this.depth, 1 + below.depth)
    this.aliases += below.aliases
    this.fields += below.fields
    this.repeatedFields += below.repeatedFields
    this.usesIntrospection ||= below.usesIntrospection
    this.usesDatabase ||= below.usesDatabase
    this.#costs.push((variables) => size(variables) * below.cost(variables))
  }

  /** Adds the fields of a fragment on the same level. */
  add(fragment: Complexity): void {
    // many fragments that only spread each other hold no fields
    if (fragment.fields === 0) return
    this.depth = Math.max(this.depth, fragment.depth)
    this.aliases += fragment.aliases
    this.fields += fragment.fields
    this.repeatedFields += fragment.repeatedFields
    this.usesIntrospection ||= fragment.usesIntrospection
    this.usesDatabase ||= fragment.usesDatabase
    for (const [name, times] of fragment.roots) addCount(this.roots, name, times)
    for (const [name, times] of fragment.names) addCount(this.names, name, times)
    this.#costs.push(fragment.cost)
  }

  /** Adds the pairs of equal names on this level. */
  withRepeatedFields(): this {
    for (const times of this.names.values()) this.repeatedFields += (times * (times - 1)) / 2
    return this
  }

  readonly cost: Cost = (variables) =>
    this.#costs.reduce((total, cost) => total + cost(variables), this.#points)
}

const noFields: Complexity = new Total()

function addCount(counts: Map<string, number>, name: string, times: number): void {
  counts.set(name, (counts.get(name) ?? 0) + times)
}

const nameOf = (arg: ArgumentNode): string => arg.name.value

/** How often the fields below a field may be resolved. */
function sizeOf(args: readonly ArgumentNode[], type: string, field: AnyField): Cost {
  const readers = args.map((arg) => [nameOf(arg), valueReader(arg.value)] as const)
  return (variables) =>
    listSize(
      type,
      field,
      Object.fromEntries(readers.map(([name, read]) => [name, read(variables)])),
    )
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
