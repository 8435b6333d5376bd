import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql'
import { checkError, type Fault } from './check-response.ts'
import { type FuzzRequest, graphqlTextOf } from './request.ts'

/** Checks the body of a GraphQL response: its errors, and its data against the schema. */
export function graphqlCheck(
  schema: GraphQLSchema,
  codesFor: (request: FuzzRequest) => ReadonlySet<string>,
): (request: FuzzRequest, body: unknown) => Fault[] {
  return (request, body) => {
    const { data, errors, ...others } = body as { data?: unknown; errors?: unknown }
    const faults: Fault[] = []
    if (Object.keys(others).length > 0)
      faults.push({ rule: 'GraphQL response', found: JSON.stringify(others) })
    if (errors !== undefined && (!Array.isArray(errors) || errors.length === 0))
      faults.push({ rule: 'GraphQL errors', found: JSON.stringify(errors) })
    for (const { message, extensions } of Array.isArray(errors) ? errors : [])
      faults.push(...checkError({ code: extensions?.code, message }, null, codesFor(request)))
    if (errors === undefined && (data === undefined || data === null))
      faults.push({ rule: 'GraphQL data', found: JSON.stringify(body) })
    if (data) faults.push(...checkData(data, request))
    return faults
  }

  /** A text that GraphQL accepted can be parsed; a hash alone cannot. */
  function checkData(data: unknown, request: FuzzRequest): Fault[] {
    const query = queryOf(request)
    if (typeof query !== 'string') return []
    const operations = parse(query).definitions.filter(
      (one) => one.kind === Kind.OPERATION_DEFINITION,
    )
    const [operation] = operations
    if (operations.length !== 1 || !operation) return []
    const root =
      operation.operation === 'mutation' ? schema.getMutationType() : schema.getQueryType()
    return root ? differences(data, root, operation.selectionSet, 'data') : []
  }

  function queryOf(request: FuzzRequest): unknown {
    const { method, body } = request
    if (method === 'GET') return graphqlTextOf(request) || undefined
    return body && 'json' in body ? (body.json as Record<string, unknown>).query : undefined
  }

  function differences(
    value: unknown,
    type: GraphQLOutputType,
    selection: SelectionSetNode | undefined,
    at: string,
  ): Fault[] {
    const wrong = () => [{ rule: `GraphQL type of ${at}`, found: JSON.stringify(value) }]
    if (isNonNullType(type))
      return value === null ? wrong() : differences(value, type.ofType, selection, at)
    if (value === null) return []
    if (isListType(type)) {
      if (!Array.isArray(value)) return wrong()
      return value.flatMap((item) => differences(item, type.ofType, selection, `${at}[]`))
    }
    if (!isObjectType(type)) return isScalar(type.toString(), value) ? [] : wrong()
    if (typeof value !== 'object' || !selection) return wrong()
    return fieldDifferences(value as Record<string, unknown>, type, selection, at)
  }

  function fieldDifferences(
    value: Record<string, unknown>,
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    at: string,
  ): Fault[] {
    return selections.flatMap((node) => {
      // fragments come from mutated queries, and directives may leave a field out
      if (node.kind !== Kind.FIELD || (node.directives?.length ?? 0) > 0) return []
      if (node.name.value.startsWith('__')) return []
      const key = node.alias?.value ?? node.name.value
      const field = type.getFields()[node.name.value]
      if (!field || !(key in value))
        return [{ rule: `GraphQL field ${at}.${key}`, found: 'missing' }]
      return differences(value[key], field.type, node.selectionSet, `${at}.${key}`)
    })
  }
}

function isScalar(type: string, value: unknown): boolean {
  switch (type) {
    case 'Boolean':
      return typeof value === 'boolean'
    case 'Int':
    case 'Id':
      return Number.isSafeInteger(value)
    case 'Float':
      return Number.isFinite(value)
    case 'Fecha':
      return /^\d{4}-\d\d-\d\d$/.test(String(value))
    case 'Hora':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(String(value))
    case 'Momento':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))
    case 'JSON':
      return true
    default:
      return typeof value === 'string'
  }
}
