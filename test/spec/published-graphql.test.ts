import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import {
  breakingChanges,
  currentSchema,
  introspectionFile,
  introspectionTypes,
  readSchemaFile,
} from './published/graphql-schema.ts'

let checkedIn: string
const current = currentSchema()

before(async () => {
  checkedIn = await readSchemaFile()
})

test('D28: the schema has no breaking changes against docs/schema.graphql', () => {
  assert.deepEqual(breakingChanges(checkedIn, current), [])
})

test('docs/schema.graphql is the current schema of the API', () => {
  assert.ok(current === checkedIn, 'npm run graphql-schema, and commit docs/schema.graphql')
})

test('the client’s GraphQL types match docs/schema.graphql', async () => {
  const types = await readFile(introspectionFile, 'utf8')
  assert.ok(
    types === introspectionTypes(checkedIn),
    'npm run graphql-schema, and commit packages/client/src/graphql-schema.ts',
  )
})

const breaking: Record<string, (schema: string) => string> = {
  'a type that is gone': (schema) => schema.replaceAll('PaginaResenas', 'PaginaOpiniones'),
  'a query that is gone': (schema) => schema.replace('negocio: Negocio!', 'salon: Negocio!'),
  'a mutation that is gone': (schema) =>
    schema.replace('borrar_perfil: CuentaBorrada!', 'borrar: CuentaBorrada!'),
  'a field of another type': (schema) => schema.replace('precio: Float!', 'precio: String!'),
  'a field that may now be null': (schema) =>
    schema.replace('saldo_posterior: Int!', 'saldo_posterior: Int'),
  'an argument that is gone': (schema) =>
    schema.replace('disponible_hoy: Boolean', 'libre_hoy: Boolean'),
  'a field of an input that is gone': (schema) =>
    schema.replace('usar_puntos: Boolean', 'con_puntos: Boolean'),
  'a field of an input that has become required': (schema) =>
    schema.replace(/(input Registro .*?telefono: String)/s, '$1!'),
}

for (const [what, change] of Object.entries(breaking)) {
  test(`D28: ${what} is a breaking change`, () => {
    const changed = change(current)
    assert.ok(changed !== current, 'the schema was not changed')
    assert.notDeepEqual(breakingChanges(current, changed), [])
  })
}

test('additions are not breaking changes', () => {
  assert.deepEqual(
    breakingChanges(current, current.replace('type Negocio {', 'type Negocio {\n  mas: String')),
    [],
  )
})

test('every type, field, argument and enum value has a description', () => {
  const missing = Object.values(buildSchema(current).getTypeMap())
    .filter(isOurs)
    .flatMap(undescribed)
  assert.deepEqual(missing, [])
})

const isOurs = (type: GraphQLNamedType) =>
  !isIntrospectionType(type) && !isSpecifiedScalarType(type)

function undescribed(type: GraphQLNamedType): string[] {
  const parts = partsOf(type).map(([name, part]) => [`${type.name}.${name}`, part] as const)
  return [[type.name, type] as const, ...parts].flatMap(([name, { description }]) =>
    description ? [] : [name],
  )
}

function partsOf(type: GraphQLNamedType): [string, { description?: string | null | undefined }][] {
  if (isEnumType(type)) return type.getValues().map((value) => [value.name, value])
  if (isInputObjectType(type)) return Object.entries(type.getFields())
  if (!isObjectType(type)) return []
  return Object.entries(type.getFields()).flatMap(([name, field]) => [
    [name, field],
    ...field.args.map((arg): [string, typeof arg] => [`${name}(${arg.name})`, arg]),
  ])
}
