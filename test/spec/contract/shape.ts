/**
 * The notation of responses in this folder: a word for a plain value, an object for its fields, and
 * combinators. `differences` checks a response against it, `documentDifferences` the OpenAPI
 * document.
 */
export type Shape =
  | Word
  | Fields
  | { orNull: Shape }
  | { listOf: Shape }
  | { emptyListOf: Shape }
  | { anyListOf: Shape }
  | { words: readonly string[] }
  | { maybe: Shape }
export type Word = keyof typeof words
export interface Fields {
  [field: string]: Shape
}

export const orNull = (shape: Shape) => ({ orNull: shape })
export const listOf = (shape: Shape) => ({ listOf: shape })
/** A list that is always empty in this response. */
export const emptyListOf = (shape: Shape) => ({ emptyListOf: shape })
/** A list that is empty in some responses. */
export const anyListOf = (shape: Shape) => ({ anyListOf: shape })
export const oneOf = (...words: string[]) => ({ words })
/** A field that is only present in some cases, which have separate tests. */
export const maybe = (shape: Shape) => ({ maybe: shape })

const words = {
  text: { type: 'string', matches: (value: unknown) => typeof value === 'string' },
  date: { type: 'string', matches: (value: unknown) => matchesPattern(value, /^\d{4}-\d\d-\d\d$/) },
  time: {
    type: 'string',
    matches: (value: unknown) => matchesPattern(value, /^([01]\d|2[0-3]):[0-5]\d$/),
  },
  moment: {
    type: 'string',
    matches: (value: unknown) => matchesPattern(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  },
  uuid: {
    type: 'string',
    matches: (value: unknown) =>
      matchesPattern(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  },
  integer: { type: 'integer', matches: (value: unknown) => Number.isSafeInteger(value) },
  number: { type: 'number', matches: (value: unknown) => Number.isFinite(value) },
  money: {
    type: 'number',
    matches: (value: unknown) => Number.isFinite(value) && hasTwoDecimals(value as number),
  },
  /** Any fields: they depend on another field, and have tests of their own. */
  object: {
    type: 'object',
    matches: (value: unknown) => typeof value === 'object' && value !== null,
  },
  boolean: { type: 'boolean', matches: (value: unknown) => typeof value === 'boolean' },
} as const

const matchesPattern = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value)
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

/** The differences between a response and its shape. */
export function differences(shape: Shape, value: unknown, at = 'data'): string[] {
  if (typeof shape === 'string')
    return words[shape].matches(value) ? [] : [`${at} is not a ${shape}: ${JSON.stringify(value)}`]
  if (isOne(shape, 'orNull')) return value === null ? [] : differences(shape.orNull, value, at)
  if (isOne(shape, 'maybe')) return value === undefined ? [] : differences(shape.maybe, value, at)
  if (isOne(shape, 'words'))
    return shape.words.includes(value as string) ? [] : [`${at} is not one of ${shape.words}`]
  if (isOne(shape, 'listOf')) {
    if (!Array.isArray(value)) return [`${at} is not a list`]
    return value.flatMap((item, index) => differences(shape.listOf, item, `${at}[${index}]`))
  }
  if (isOne(shape, 'anyListOf')) return differences({ listOf: shape.anyListOf }, value, at)
  if (isOne(shape, 'emptyListOf'))
    return Array.isArray(value) && value.length === 0 ? [] : [`${at} is not an empty list`]
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at} is not an object`]
  const additional = Object.keys(value).filter((field) => !(field in shape))
  return [
    ...additional.map((field) => `${at}.${field} is not in the contract`),
    ...Object.entries(shape).flatMap(([field, inner]) =>
      differences(inner as Shape, (value as Record<string, unknown>)[field], `${at}.${field}`),
    ),
  ]
}

/** A schema of the document; `resolve` follows its references. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
}

/** The differences between a schema of the document and a shape. */
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
      : [`${at} is documented as ${types.join(' or ')} instead of ${type}`]
  if (typeof shape === 'string') return isOf(words[shape].type)
  if (isOne(shape, 'orNull'))
    return [...isOf('null'), ...documentDifferences(shape.orNull, schema, resolve, at)]
  if (isOne(shape, 'maybe')) return documentDifferences(shape.maybe, schema, resolve, at)
  if (isOne(shape, 'words')) {
    const missing = schema.enum && shape.words.some((word) => !schema.enum?.includes(word))
    return isOf(
      'string',
      missing ? [`${at} is documented as one of ${schema.enum} instead of ${shape.words}`] : [],
    )
  }
  if (isOne(shape, 'listOf')) {
    return isOf('array', documentDifferences(shape.listOf, schema.items ?? {}, resolve, `${at}[]`))
  }
  if (isOne(shape, 'anyListOf'))
    return documentDifferences({ listOf: shape.anyListOf }, schema, resolve, at)
  if (isOne(shape, 'emptyListOf'))
    return documentDifferences({ listOf: shape.emptyListOf }, schema, resolve, at)
  return isOf(
    'object',
    Object.entries(shape).flatMap(([field, inner]) => {
      const property = schema.properties?.[field]
      if (!property) return [`${at}.${field} is not documented`]
      const always = isOne(inner as Shape, 'maybe') || schema.required?.includes(field)
      const notRequired = always ? [] : [`${at}.${field} is not documented as required`]
      return [
        ...notRequired,
        ...documentDifferences(inner as Shape, property, resolve, `${at}.${field}`),
      ]
    }),
  )
}

/** A field of the contract never has one of these names. */
const isOne = <K extends string>(
  shape: Shape,
  word: K,
): shape is Extract<Shape, Record<K, unknown>> =>
  typeof shape === 'object' && Object.keys(shape).length === 1 && word in shape
