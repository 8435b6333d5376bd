import { type Static, type TSchema, Type } from 'typebox'

/**
 * A reference to a schema with an `$id`, which becomes a component of the OpenAPI document. The
 * schema must be listed in `components`.
 */
export const ref = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id ?? missingId()}#` })

/**
 * The schema or null, as a list of types: the serializer and the validator handle that faster than
 * a union.
 */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, ...rest } = schema as T & { type: string }
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'] })
}

/** An object without undeclared fields, in requests and responses. */
export const closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { $id?: string; description?: string; examples?: unknown[] } = {},
) => Type.Object(properties, { ...options, additionalProperties: false })

export const text = (description: string) => Type.String({ description })
/** What a customer has typed: data, whatever it says. Assistants get it marked (D79). */
export const customerText = (description: string) =>
  Type.String({ description, [customerTextMark]: true })
export const customerTextMark = 'x-customer-text'
export const flag = (description: string) => Type.Boolean({ description })
export const count = (description: string) => Type.Integer({ description, minimum: 0 })
export const whole = (description: string) => Type.Integer({ description })
export const decimal = (description: string) => Type.Number({ description })
export const identifier = (description: string) =>
  Type.Integer({ description, minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const idOrAnyone = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const position = (description: string) =>
  Type.Integer({ description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const money = (description: string) =>
  Type.Number({ description: `${description}, in the business currency with two decimals` })
export const date = (description: string) =>
  Type.String({ description: `${description}, YYYY-MM-DD`, format: 'date' })
export const clockTime = (description: string) =>
  Type.String({
    description: `${description}, HH:MM in the business's time zone`,
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  })
export const timestamp = (description: string) =>
  Type.String({ description: `${description}, ISO 8601 in UTC`, format: 'date-time' })
export const oneOf = <const W extends readonly string[]>(words: W, description: string) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words], description })

/** Optional fields of a body; null and `""` are removed before validation (D3). */
export const optionalText = (description: string) => Type.Optional(text(description))
export const optionalFlag = (description: string) => Type.Optional(flag(description))

function missingId(): never {
  throw new Error('only a schema with an $id can be used by reference')
}
