import { type StripeApiError, wrongParameter } from '../stripe-error.ts'
import type { Operations } from './operations.ts'
import type { Params } from './params.ts'
import { type Schema, stripeSchema } from './stripe-schema.ts'

/** Numbers and booleans are text in a form or a query, and themselves in JSON. */
export type Encoding = 'form' | 'json'

/**
 * The parameters of a request, in the types of Stripe's library.
 *
 * @throws StripeApiError 400 for a parameter that is unknown, missing or of another type
 */
export function readParams<Name extends keyof Operations>(
  operation: Name,
  params: Params,
  encoding: Encoding,
): Operations[Name]['params'] {
  const schema = stripeSchema.params[operation]
  if (schema === undefined)
    throw new Error(`stripe-schema.json lacks ${operation}: npm run stripe-schema`)
  return readObject(schema, params, { name: '', encoding }) as Operations[Name]['params']
}

/** Where a value is: `metadata[key]` in a form, `use_case.type` in JSON. */
interface Place {
  name: string
  encoding: Encoding
}

function readValue(schema: Schema, value: unknown, place: Place): unknown {
  if (schema.anyOf) return readAlternative(schema.anyOf, value, place)
  if (schema.enum) return readEnum(schema.enum, value, place)
  if (schema.type === 'object') return readObject(schema, value, place)
  if (schema.type === 'array') return readList(schema.items ?? {}, value, place)
  if (schema.type === 'boolean') return readBoolean(value, place)
  if (schema.type === 'number') return readInteger(value, place)
  return readText(value, place)
}

/** Reads the value as the first alternative of its kind: text, list or object. */
function readAlternative(alternatives: Schema[], value: unknown, place: Place): unknown {
  const isNullable = alternatives.some((one) => one.type === 'null')
  if (value === '' && alternatives.some((one) => one.enum?.includes(''))) return ''
  // a form has no null: the library sends an empty text
  if (isNullable && value === (place.encoding === 'form' ? '' : null)) return null
  const candidates = alternatives.filter((one) => one.type !== 'null' && !one.enum?.includes(''))
  const ofKind = candidates.filter((one) => kindOf(one) === kindOfValue(value))
  const errors: unknown[] = []
  for (const one of ofKind.length > 0 ? ofKind : candidates) {
    try {
      return readValue(one, value, place)
    } catch (error) {
      errors.push(error)
    }
  }
  throw errors[0]
}

const kindOf = ({ type }: Schema) => (type === 'object' || type === 'array' ? type : 'scalar')

function kindOfValue(value: unknown) {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' && value !== null ? 'object' : 'scalar'
}

function readEnum(values: string[], value: unknown, place: Place): string {
  const text = readText(value, place)
  if (values.includes(text)) return text
  const last = values.at(-1)
  const listed =
    values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ${last}` : `${last}`
  throw wrongParameter(place.name, `Invalid ${place.name}: must be ${listed}`)
}

function readObject(schema: Schema, value: unknown, place: Place): Params {
  // a form has no difference between a list and an object with the keys 0, 1, 2
  const object = Array.isArray(value) && schema.additionalProperties ? { ...value } : value
  if (kindOfValue(object) !== 'object') throw wrongParameter(place.name, 'Invalid object')
  const entries = Object.entries(object as Params)
  const { properties = {}, required = [], additionalProperties = false } = schema
  const schemaOf = (key: string) => {
    if (Object.hasOwn(properties, key)) return properties[key]
    return additionalProperties === false ? undefined : additionalProperties
  }
  const unknown = entries.map(([key]) => key).filter((key) => schemaOf(key) === undefined)
  if (unknown.length > 0) throw unknownParameters(unknown.map((key) => inside(place, key).name))
  const given = entries.filter(([, one]) => one !== undefined)
  const missing = required.find((key) => !given.some(([name]) => name === key))
  if (missing !== undefined) throw missingParameter(inside(place, missing).name)
  return Object.fromEntries(
    given.map(([key, one]) => [key, readValue(schemaOf(key) ?? {}, one, inside(place, key))]),
  )
}

function readList(items: Schema, value: unknown, place: Place): unknown[] {
  if (!Array.isArray(value)) throw wrongParameter(place.name, 'Invalid array')
  return value.map((one, index) => readValue(items, one, inside(place, String(index))))
}

function readBoolean(value: unknown, { name, encoding }: Place): boolean {
  const isTrue = value === (encoding === 'form' ? 'true' : true)
  const isFalse = value === (encoding === 'form' ? 'false' : false)
  if (!isTrue && !isFalse) throw wrongParameter(name, `Invalid boolean: ${shown(value)}`)
  return isTrue
}

/** Every number among the parameters of these endpoints is an integer. */
function readInteger(value: unknown, { name, encoding }: Place): number {
  const isValid =
    encoding === 'form'
      ? typeof value === 'string' && /^-?\d{1,15}$/.test(value)
      : Number.isSafeInteger(value)
  if (!isValid)
    throw wrongParameter(name, `Invalid integer: ${shown(value)}`, 'parameter_invalid_integer')
  return Number(value)
}

function readText(value: unknown, { name }: Place): string {
  if (typeof value !== 'string') throw wrongParameter(name, `Invalid string: ${shown(value)}`)
  if (value === '')
    throw wrongParameter(
      name,
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
      'parameter_invalid_empty',
    )
  return value
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function inside({ name, encoding }: Place, key: string): Place {
  if (name === '') return { name: key, encoding }
  return { name: encoding === 'form' ? `${name}[${key}]` : `${name}.${key}`, encoding }
}

const unknownParameters = (names: string[]): StripeApiError =>
  wrongParameter(
    names[0] ?? '',
    `Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`,
    'parameter_unknown',
  )

const missingParameter = (name: string): StripeApiError =>
  wrongParameter(name, `Missing required param: ${name}.`, 'parameter_missing')
