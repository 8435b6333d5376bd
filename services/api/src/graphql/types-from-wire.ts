import type { TSchema } from 'typebox'

/**
 * GraphQL types generated from the wire's schemas, so that each is defined once. A schema with an
 * `$id` becomes the type of that name, an object inside it a type named after both, and a `$ref`
 * the type it refers to. Enums become `String`, because new values may be added (D28), and objects
 * with fields of any name `JSON`.
 *
 * @param kind `type` for responses; `input` for requests, where null may stand for an absent field
 * @returns definitions in the schema language
 */
export function typesFromWire(schemas: readonly TSchema[], kind: 'type' | 'input'): string {
  const definitions: string[] = []
  for (const schema of schemas as readonly Schema[]) define(nameOf(schema), schema)
  return definitions.join('\n\n')

  function define(name: string, { description, properties = {}, required = [] }: Schema): void {
    const index = definitions.push('') - 1
    const fields = Object.entries(properties).map(([field, schema]) => {
      const plain = typeOf(`${name}${pascalCase(field)}`, schema)
      const type = kind === 'input' ? (inputScalars[field] ?? plain) : plain
      const optional = !required.includes(field) || isNullable(schema)
      return `${docString(describe(schema), '  ')}  ${field}: ${type}${optional ? '' : '!'}`
    })
    definitions[index] = `${docString(description)}${kind} ${name} {\n${fields.join('\n')}\n}`
  }

  function typeOf(name: string, schema: Schema): string {
    if (schema.$ref !== undefined) return schema.$ref.replace(/#$/, '')
    const [type] = [schema.type].flat()
    if (type === 'array') return `[${typeOf(name, schema.items ?? unsupported(name))}!]`
    if (type === 'object') {
      if (schema.additionalProperties === true) return 'JSON'
      define(name, schema)
      return name
    }
    return scalarOf(schema, type ?? unsupported(name))
  }
}

/** The type of a plain value as an argument. */
export const argumentType = (name: string, schema: TSchema): string => {
  const plain = schema as Schema
  const [type] = [plain.type].flat()
  return inputScalars[name] ?? scalarOf(plain, type ?? unsupported(name))
}

/** The scalar of a plain value; ids and the formats of D4 have their own (D29). */
function scalarOf({ format, pattern, maximum, description }: Schema, type: string): string {
  if (type === 'integer') return maximum === Number.MAX_SAFE_INTEGER ? 'Id' : 'Int'
  if (type === 'number') return 'Float'
  if (type === 'boolean') return 'Boolean'
  if (format === 'date' || description?.endsWith(', YYYY-MM-DD')) return 'Fecha'
  if (format === 'date-time') return 'Momento'
  return pattern?.includes(':[0-5]') ? 'Hora' : 'String'
}

/**
 * Dates and times of request bodies have no `format` in their schemas, because an invalid one has
 * its own error code. The field's name identifies them.
 */
const inputScalars: Record<string, string> = {
  fecha: 'Fecha',
  fecha_nacimiento: 'Fecha',
  hora_inicio: 'Hora',
  hora_desde: 'Hora',
  hora_hasta: 'Hora',
}

/** The parts of a JSON schema that matter here. */
interface Schema {
  $id?: string
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | null)[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  items?: Schema
  format?: string
  pattern?: string
  maximum?: number
}

const nameOf = ({ $id, description }: Schema): string =>
  $id ?? unsupported(description ?? 'a schema')

const isNullable = ({ type }: Schema): boolean => Array.isArray(type) && type.includes('null')

const pascalCase = (field: string): string =>
  field.replace(/(?:^|_)(\w)/g, (_, initial: string) => initial.toUpperCase())

/** The description, with the values of an enum appended unless it mentions all of them. */
export function describe({ description = '', enum: values = [] }: Schema): string | undefined {
  const quoted = values.filter((value) => value !== null).map((value) => `\`${value}\``)
  if (quoted.every((value) => description.includes(value))) return description || undefined
  return `${description}: ${quoted.join(', ')}`
}

/** A description in the schema language, on a line of its own; '' for none. */
export const docString = (description: string | undefined, indent = ''): string =>
  description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`

function unsupported(schema: string): never {
  throw new Error(`a schema cannot become a GraphQL type: ${schema}`)
}
