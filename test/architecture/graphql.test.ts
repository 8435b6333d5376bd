import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buildSchema,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { OpenApi, Operation } from '../spec/contract/openapi-document.ts'
import { restEquivalents } from '../spec/contract/rest-equivalents.ts'
import type { Schema } from '../spec/contract/shape.ts'
import { json, none, sources } from './sources.ts'

// REST and GraphQL expose the same data: docs/schema.graphql is compared with docs/openapi.json.

const graph = buildSchema(sources('docs/schema.graphql')[0]?.text ?? '')
const document = json('docs/openapi.json') as unknown as OpenApi

/** REST operations without a GraphQL field of their own, and why. */
const elsewhere: Record<string, string> = {
  'GET /peluqueros/{id}/horario/': 'horario_laboral of a professional',
  'GET /peluqueros/{id}/resenas/': 'resenas of a professional',
  'GET /cliente/puntos/': 'puntos_saldo and movimientos of the customer',
  'POST /webhooks/processor/': 'only called by the payment processor',
  'GET /agenda/cambios/': 'a stream: GraphQL here has no subscriptions',
  'GET /ajustes/descarga/archivo/': 'a file',
  'GET /cliente/exportar/': 'a data export, not a screen',
}

/** Fields that link a type to others, besides the fields of its OpenAPI component. */
const links: Record<string, string[]> = {
  Servicio: ['profesionales'],
  Categoria: ['servicios'],
  Profesional: ['servicios', 'resenas', 'horario_laboral', 'disponibilidad', 'dias'],
  ProfesionalDetalle: ['resenas', 'horario_laboral', 'disponibilidad', 'dias'],
}

/** In GraphQL the data of an event is `JSON`: these shapes are only those of events. */
const eventData = (name: string) => /^Evento./.test(name)

test('every OpenAPI component is a GraphQL type with the same fields', () => {
  const differing = Object.entries(document.components.schemas)
    .filter(([name]) => name !== 'Fallo' && !eventData(name))
    .flatMap(([name, schema]) => fieldDifferences(schema, graph.getType(name), name, links[name]))
  none(
    differing,
    'Types come from the wire (services/api/src/graphql/types-from-wire.ts); links between them are listed in `links`:',
  )
})

test('every top-level field and mutation has the result and arguments of its REST operation', () => {
  const differing = Object.entries(restEquivalents).flatMap(([name, route]) => {
    const [type = '', field = ''] = name.split('.')
    const own = fieldsOf(graph.getType(type))[field]
    const operation = operationOf(route)
    if (!own || !operation) return [`${name} or ${route} is not there`]
    return [
      ...resultDifferences(operation, own.type, name),
      ...argumentDifferences(operation, own.args ?? [], name),
    ]
  })
  none(differing, 'Fix services/api/src/graphql/fields.ts or mutations.ts:')
})

test('REST and GraphQL cover the same operations', () => {
  const routes = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(7)}`),
    )
  const known = new Set([...Object.values(restEquivalents), ...Object.keys(elsewhere)])
  none(
    routes.filter((route) => !known.has(route)),
    'Give it a field or a mutation, and a line in `restEquivalents`:',
  )
  const requested = ['Query', 'Mutation'].flatMap((type) =>
    Object.keys(fieldsOf(graph.getType(type))).map((field) => `${type}.${field}`),
  )
  none(
    requested.filter((name) => !(name in restEquivalents) && name !== 'Query.cliente'),
    'Give it a line in `restEquivalents`:',
  )
})

test('ProximaReserva matches REST', () => {
  const { proxima_reserva: next } = dataOf('GET /cliente/reservas/').properties ?? {}
  assert.deepEqual(
    fieldDifferences(next ?? {}, graph.getType('ProximaReserva'), 'ProximaReserva'),
    [],
  )
})

type AnyType = GraphQLOutputType | GraphQLInputType
interface Field {
  type: AnyType
  description?: string | null
  args?: readonly { name: string; type: GraphQLInputType; description?: string | null }[]
}

function fieldsOf(type: GraphQLNamedType | undefined): Record<string, Field> {
  return isObjectType(type) || isInputObjectType(type)
    ? (type.getFields() as Record<string, Field>)
    : {}
}

function fieldDifferences(
  schema: Schema,
  type: GraphQLNamedType | undefined,
  at: string,
  more: string[] = [],
) {
  const own = fieldsOf(type)
  const wanted = Object.keys(schema.properties ?? {})
  const unknown = Object.keys(own).filter(
    (field) => !wanted.includes(field) && !more.includes(field),
  )
  const differing: string[] = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => {
    const found = own[field]
    if (!found) return [`${at}.${field} is missing in GraphQL`]
    const isRequired = schema.required?.includes(field) ?? false
    return [
      ...valueDifferences(inner, found.type, `${at}.${field}`, isRequired),
      ...wordDifferences(inner, found, `${at}.${field}`),
    ]
  })
  return [...unknown.map((field) => `${at}.${field} is only in GraphQL`), ...differing]
}

function valueDifferences(
  schema: Schema,
  type: AnyType,
  at: string,
  isRequired: boolean,
): string[] {
  const isCertain = isRequired && ![schema.type].flat().includes('null')
  const inner = isNonNullType(type) ? type.ofType : type
  const wrong =
    isCertain === isNonNullType(type)
      ? []
      : [`${at} is ${type}, and in REST ${isCertain ? 'allinks' : 'not allinks'} there`]
  return [...wrong, ...kindDifferences(schema, inner, at)]
}

/** D28: enumerated values are strings, since new ones may be added; the description lists them. */
function wordDifferences(
  { enum: words = [] }: Schema,
  { description }: Field,
  at: string,
): string[] {
  return words
    .filter((word) => word !== null && !description?.includes(`\`${word}\``))
    .map((word) => `${at} does not list ${word}`)
}

function kindDifferences(schema: Schema, type: AnyType, at: string): string[] {
  const kind = [schema.type].flat().find((one) => one !== 'null')
  if (kind === 'array') {
    if (!isListType(type)) return [`${at} is ${type}, and in REST a list`]
    return valueDifferences(schema.items ?? {}, type.ofType, `${at}[]`, true)
  }
  if (kind === 'object') return fieldDifferences(schema, type as GraphQLNamedType, at)
  const wanted = schema.$ref ? nameOf(schema) : scalarFor(schema as Plain, kind)
  return String(type) === wanted ? [] : [`${at} is ${type}, and in REST ${wanted}`]
}

type Plain = Schema & { format?: string; pattern?: string; maximum?: number; description?: string }

/**
 * D29: ids up to 2^53, money as numbers, and dates, times and moments by their formats, or by
 * their description. Of the patterns, those with minutes are times.
 */
function scalarFor(
  { format, pattern, maximum, description = '' }: Plain,
  kind: string | undefined,
): string {
  if (kind === 'integer') return maximum === 2 ** 53 - 1 ? 'Id' : 'Int'
  if (kind === 'number') return 'Float'
  if (kind === 'boolean') return 'Boolean'
  if (format === 'date' || /, YYYY-MM-DD$/.test(description)) return 'Fecha'
  if (format === 'date-time') return 'Momento'
  return pattern?.includes(':[0-5]') || /, HH:MM /.test(description) ? 'Hora' : 'String'
}

const nameOf = ({ $ref = '' }: Schema) => $ref.replace('#/components/schemas/', '')

function operationOf(route: string): Operation | undefined {
  const [method = '', path = ''] = route.split(' ')
  return document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
}

function dataOf(route: string): Schema {
  return answerOf(operationOf(route) as Operation)
}

function answerOf({ responses }: Operation): Schema {
  const answer = responses[200] ?? responses[201]
  return answer?.content?.['application/json']?.schema.properties?.data ?? {}
}

/** A thing, or a list of things: as a page of `items` where REST has pages of it, else bare. */
function resultDifferences(operation: Operation, type: AnyType, at: string): string[] {
  const answer = answerOf(operation)
  const inner = isNonNullType(type) ? type.ofType : type
  const listed = Object.values(answer.properties ?? {}).find((field) => field.type === 'array')
  if (!listed) return kindDifferences(answer, inner, at)
  if (isListType(inner)) return kindDifferences(listed, inner, at)
  const { items, pagination, ...more } = fieldsOf(inner as GraphQLNamedType)
  if (!items || String(pagination?.type) !== 'Paginacion!' || Object.keys(more).length > 0)
    return [`${at} is no page`]
  return valueDifferences(listed, items.type, `${at}.items`, true)
}

/** Parameters are arguments; a body is one argument, or arguments of its fields. */
function argumentDifferences(
  operation: Operation,
  args: NonNullable<Field['args']>,
  at: string,
): string[] {
  const body = operation.requestBody?.content['application/json']?.schema
  const parameters = (operation.parameters ?? []).filter(
    // files are for REST
    ({ in: place, name }) => place !== 'header' && name !== 'lang' && name !== 'formato',
  )
  const wanted = new Map(
    parameters.map(({ name, in: place, schema = {} }) => [
      name,
      { schema, isPath: place === 'path' },
    ]),
  )
  if (operation.parameters?.some(({ name }) => name === 'x-reserva-codigo'))
    wanted.set('codigo', { schema: { type: 'string' }, isPath: false })
  if (operation.parameters?.some(({ name }) => name === 'x-retencion-token'))
    wanted.set('token', { schema: { type: 'string' }, isPath: false })
  if (operation.parameters?.some(({ name }) => name === 'x-simular'))
    wanted.set('simular', { schema: { type: 'boolean' }, isPath: false })
  const entrada = args.find(({ name }) => name === 'entrada')
  if (!entrada)
    for (const [name, schema] of Object.entries(body?.properties ?? {}))
      wanted.set(name, { schema, isPath: false })

  const missing = [...wanted.keys()].filter(
    (name) => !args.some((arg) => arg.name === name) && !isPaging(name, args),
  )
  const differing = args.flatMap((arg) => {
    const { name, type } = arg
    if (name === 'entrada')
      return kindDifferences(body ?? {}, isNonNullType(type) ? type.ofType : type, `${at}(entrada)`)
    const found = wanted.get(name)
    if (!found) return [`${at}(${name}) is no parameter`]
    const list = lists[name]
    if (list) return String(type) === list ? [] : [`${at}(${name}) is ${type}`]
    return [
      ...valueDifferences(found.schema, type, `${at}(${name})`, found.isPath),
      ...wordDifferences(found.schema, arg, `${at}(${name})`),
    ]
  })
  return [...missing.map((name) => `${at}(${name}) is missing in GraphQL`), ...differing]
}

/** Arguments with commas in between in REST, where a query string has no lists. */
const lists: Record<string, string> = { servicios: '[Id!]', lineas: '[LineaVisita!]' }

/** Short lists are whole in the graph. */
const isPaging = (name: string, args: NonNullable<Field['args']>) =>
  ['page', 'page_size'].includes(name) && !args.some((arg) => arg.name.startsWith('page'))
