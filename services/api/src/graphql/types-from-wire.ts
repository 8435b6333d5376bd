import type { TSchema } from 'typebox'

/**
 * GraphQL types out of the wire's schemas, so that a shape is described once. A schema with a name
 * becomes the type of that name, an object inside it a type called after both; `$ref` is the type
 * it names. Words stay texts: new ones may come (D28).
 *
 * @param kind `type` for what is answered; `input` for what is sent, where null may stand for
 *   leaving out
 * @returns definitions in the schema language, in the order in which they were met
 */
export function typesFromWire(schemas: readonly TSchema[], kind: 'type' | 'input'): string {
  const definitions: string[] = []
  for (const schema of schemas as readonly Shape[]) define(nameOf(schema), schema)
  return definitions.join('\n\n')

  function define(name: string, { description, properties = {}, required = [] }: Shape): void {
    const index = definitions.push('') - 1
    const fields = Object.entries(properties).map(([field, schema]) => {
      const plain = typeOf(`${name}${pascal(field)}`, schema)
      const type = kind === 'input' ? (scalarsByName[field] ?? plain) : plain
      const mayBeMissing = !required.includes(field) || isNullable(schema)
      return `${observation(withWords(schema), '  ')}  ${field}: ${type}${mayBeMissing ? '' : '!'}`
    })
    definitions[index] = `${observation(description)}${kind} ${name} {\n${fields.join('\n')}\n}`
  }

  function typeOf(name: string, schema: Shape): string {
    if (schema.$ref !== undefined) return schema.$ref.replace(/#$/, '')
    const [type] = [schema.type].flat()
    if (type === 'array') return `[${typeOf(name, schema.items ?? missing(name))}!]`
    if (type === 'object') {
      define(name, schema)
      return name
    }
    return scalarOf(schema, type ?? missing(name))
  }
}

/** What a plain value is called: ids and D4's formats have scalars of their own (D29). */
function scalarOf({ format, pattern, maximum }: Shape, type: string): string {
  if (type === 'integer') return maximum === Number.MAX_SAFE_INTEGER ? 'Id' : 'Int'
  if (type === 'number') return 'Float'
  if (type === 'boolean') return 'Boolean'
  if (format === 'date') return 'Fecha'
  if (format === 'date-time') return 'Momento'
  return pattern?.includes(':[0-5]') ? 'Hora' : 'String'
}

/**
 * Dates and times of bodies are plain texts to the validator, since each has a refusal of its own:
 * there the name says it.
 */
const scalarsByName: Record<string, string> = {
  fecha: 'Fecha',
  fecha_nacimiento: 'Fecha',
  hora_inicio: 'Hora',
}

/** As much of a schema as is looked at here. */
interface Shape {
  $id?: string
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: (string | null)[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  pattern?: string
  maximum?: number
}

const nameOf = ({ $id, description }: Shape): string => $id ?? missing(description ?? 'a schema')

const isNullable = ({ type }: Shape): boolean => Array.isArray(type) && type.includes('null')

const pascal = (field: string): string =>
  field.replace(/(?:^|_)(\w)/g, (_, email: string) => email.toUpperCase())

/** Words are told where a type cannot say them, unless they are told already. */
function withWords({ description = '', enum: words = [] }: Shape): string | undefined {
  const quoted = words.filter((word) => word !== null).map((word) => `\`${word}\``)
  if (quoted.every((word) => description.includes(word))) return description || undefined
  return `${description}: ${quoted.join(', ')}`
}

const observation = (description: string | undefined, indent = ''): string =>
  description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`

function missing(what: string): never {
  throw new Error(`a schema cannot become a GraphQL type: ${what}`)
}
