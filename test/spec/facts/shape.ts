/**
 * How the tables of this folder write down what an answer looks like: a word for a plain value, an
 * object for its fields, and three ways to put them together. Two readers go by it: one judges
 * answers, one judges the OpenAPI document.
 */
export type Shape =
  | Word
  | Fields
  | { orNull: Shape }
  | { listOf: Shape }
  | { words: readonly string[] }
  | { maybe: Shape }
export type Word = keyof typeof words
export interface Fields {
  [field: string]: Shape
}

export const orNull = (shape: Shape) => ({ orNull: shape })
export const listOf = (shape: Shape) => ({ listOf: shape })
export const oneOf = (...words: string[]) => ({ words })
/** Only there on some occasions, which tests of their own name. */
export const maybe = (shape: Shape) => ({ maybe: shape })

const words = {
  text: { type: 'string', fits: (value: unknown) => typeof value === 'string' },
  date: { type: 'string', fits: (value: unknown) => matches(value, /^\d{4}-\d\d-\d\d$/) },
  time: { type: 'string', fits: (value: unknown) => matches(value, /^([01]\d|2[0-3]):[0-5]\d$/) },
  moment: {
    type: 'string',
    fits: (value: unknown) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  },
  uuid: {
    type: 'string',
    fits: (value: unknown) => matches(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  },
  integer: { type: 'integer', fits: (value: unknown) => Number.isSafeInteger(value) },
  number: { type: 'number', fits: (value: unknown) => Number.isFinite(value) },
  money: {
    type: 'number',
    fits: (value: unknown) => Number.isFinite(value) && hasTwoDecimals(value as number),
  },
  boolean: { type: 'boolean', fits: (value: unknown) => typeof value === 'boolean' },
} as const

const matches = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value)
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

/** Where an answer differs from its shape, told one by one; nothing when it does not. */
export function differences(shape: Shape, value: unknown, at = 'data'): string[] {
  if (typeof shape === 'string')
    return words[shape].fits(value) ? [] : [`${at} is no ${shape}: ${JSON.stringify(value)}`]
  if (isOne(shape, 'orNull')) return value === null ? [] : differences(shape.orNull, value, at)
  if (isOne(shape, 'maybe')) return value === undefined ? [] : differences(shape.maybe, value, at)
  if (isOne(shape, 'words'))
    return shape.words.includes(value as string) ? [] : [`${at} is none of ${shape.words}`]
  if (isOne(shape, 'listOf')) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    return value.flatMap((item, index) => differences(shape.listOf, item, `${at}[${index}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at} is no object`]
  const surplus = Object.keys(value).filter((field) => !(field in shape))
  return [
    ...surplus.map((field) => `${at}.${field} is in no table`),
    ...Object.entries(shape).flatMap(([field, inner]) =>
      differences(inner as Shape, (value as Record<string, unknown>)[field], `${at}.${field}`),
    ),
  ]
}

/** A schema of the document, with references followed by `resolve`. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Where the document's schema differs from a shape. */
export function documentDifferences(
  shape: Shape,
  found: Schema,
  resolve: (ref: string) => Schema,
  at = 'data',
): string[] {
  const schema = found.$ref ? resolve(found.$ref) : found
  const types = [schema.type ?? []].flat()
  const isOf = (type: string, more: string[] = []) =>
    types.includes(type)
      ? more
      : [`${at} is documented as ${types.join(' or ')} and not as ${type}`]
  if (typeof shape === 'string') return isOf(words[shape].type)
  if (isOne(shape, 'orNull'))
    return [...isOf('null'), ...documentDifferences(shape.orNull, schema, resolve, at)]
  if (isOne(shape, 'maybe')) return documentDifferences(shape.maybe, schema, resolve, at)
  if (isOne(shape, 'words')) {
    const missing = schema.enum && shape.words.some((word) => !schema.enum?.includes(word))
    return isOf(
      'string',
      missing ? [`${at} is documented as one of ${schema.enum}, not of ${shape.words}`] : [],
    )
  }
  if (isOne(shape, 'listOf')) {
    return isOf('array', documentDifferences(shape.listOf, schema.items ?? {}, resolve, `${at}[]`))
  }
  return isOf(
    'object',
    Object.entries(shape).flatMap(([field, inner]) => {
      const property = schema.properties?.[field]
      if (!property) return [`${at}.${field} is not documented`]
      const always = isOne(inner as Shape, 'maybe') || schema.required?.includes(field)
      const promised = always ? [] : [`${at}.${field} is not documented as always there`]
      return [
        ...promised,
        ...documentDifferences(inner as Shape, property, resolve, `${at}.${field}`),
      ]
    }),
  )
}

/** Fields are named by their contract, never by one of these words alone. */
const isOne = <K extends string>(
  shape: Shape,
  word: K,
): shape is Extract<Shape, Record<K, unknown>> =>
  typeof shape === 'object' && Object.keys(shape).length === 1 && word in shape
