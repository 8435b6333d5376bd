import { parseBookingCode } from '@silla/core'
import { type Code, fail, type Problem } from '@silla/errors'

/**
 * Parameters of a request by name. REST takes them from a query string: every value is text, and a
 * repeated name holds a list. GraphQL takes them from the arguments of a field: values are typed.
 * Both are parsed by the same functions, with the same errors. Unknown names are ignored (D3).
 */
export type Params = Readonly<Record<string, unknown>>

/**
 * An id that no record has. Integers that cannot be an id become this one, so that a lookup finds
 * nothing.
 */
export const unknownId = 0

/** A text; null when absent. */
export function parseText(params: Params, name: string): string | null {
  const value = singleValue(params, name)
  return value === null || typeof value === 'string' ? value : failField(name, 'not_string')
}

/** A text that the database compares with its own, which have none of these characters; null when absent. */
export function parseStoredText(params: Params, name: string): string | null {
  const value = parseText(params, name)
  const isStorable = value === null || (!value.includes('\0') && value.isWellFormed())
  return isStorable ? value : failField(name, 'bad_characters')
}

/** A boolean, in a query string `true`, `false`, `1` or `0` (D3); null when absent. */
export function parseBoolean(params: Params, name: string): boolean | null {
  const value = singleValue(params, name)
  if (value === null || typeof value === 'boolean') return value
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return failField(name, 'not_boolean')
}

/** One of the given words; null when absent. */
export function parseEnum<W extends string>(
  params: Params,
  name: string,
  words: readonly W[],
): W | null {
  const value = parseText(params, name)
  if (value === null) return null
  return (
    words.find((word) => word === value) ??
    failField(name, { keyword: 'not_one_of', limit: words.join(', ') })
  )
}

/** An integer between two limits, both included; null when absent. */
export function parseInteger(
  params: Params,
  name: string,
  { min, max }: { min: number; max: number },
): number | null {
  const value = singleValue(params, name)
  if (value === null) return null
  const number = requireInteger(value, name)
  if (number < min) failField(name, { keyword: 'too_small', limit: min })
  if (number > max) failField(name, { keyword: 'too_large', limit: max })
  return number
}

/**
 * An id, whether or not a record has it; an integer that cannot be an id becomes `unknownId`. Null
 * when absent.
 */
export function parseId(params: Params, name: string): number | null {
  const value = singleValue(params, name)
  return value === null ? null : toId(requireInteger(value, name))
}

/** Distinct ids, in a query string separated by commas; null when absent. */
export function parseIds(params: Params, name: string, maxIds: number): number[] | null {
  const values = listOfIntegers(params[name]) ?? parseText(params, name)?.split(',') ?? null
  if (values === null) return null
  if (values.length === 0) failField(name, 'not_integer')
  const ids = values.map((value) => requireInteger(value, name))
  if (ids.length > maxIds) failField(name, { keyword: 'too_many', limit: maxIds })
  if (new Set(ids).size < ids.length) failField(name, 'duplicate')
  return ids.map(toId)
}

/**
 * The id of the record that a request is about, from its path or from a GraphQL argument. Null for
 * anything that cannot be an id: the caller answers 404 for that kind of record (D3).
 */
export function parseRecordId(value: unknown): number | null {
  const isWritten = typeof value === 'number' || /^[1-9]\d*$/.test(String(value))
  const id = isWritten ? toId(Number(value)) : unknownId
  return id === unknownId ? null : id
}

/** The integer that a value is or spells; null when it is none. */
export function toInteger(value: unknown): number | null {
  if (typeof value === 'number') return value
  return /^-?\d+$/.test(String(value)) ? Number(value) : null
}

/** The value under a name; null when absent. VALIDATION_ERROR when a query string repeats it. */
export function singleValue(params: Params, name: string): unknown {
  const value = params[name] ?? null
  return Array.isArray(value) ? failField(name, 'duplicate') : value
}

const requireInteger = (value: unknown, name: string): number =>
  toInteger(value) ?? failField(name, 'not_integer')

const listOfIntegers = (value: unknown): number[] | null =>
  Array.isArray(value) && value.every((item) => typeof item === 'number') ? value : null

const toId = (number: number): number =>
  Number.isSafeInteger(number) && number > 0 ? number : unknownId

/**
 * A booking code sent as proof of access; null when none was sent. Text that cannot be a code
 * proves nothing, so the record that it should give access to is not found (D9).
 */
export const parseOptionalBookingCode = (
  text: string | null | undefined,
  notFound: Code = 'BOOKING_NOT_FOUND',
): string | null => (text ? (parseBookingCode(text) ?? fail(notFound)) : null)

/** Fails with VALIDATION_ERROR about one field. */
export function failField(field: string, problem: Problem): never {
  fail('VALIDATION_ERROR', { problems: [{ field, problem }] })
}
