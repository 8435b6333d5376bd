import { parseBookingCode } from '@silla/core'
import { type Code, fail, type Problem } from '@silla/errors'

/**
 * A query string as parsed: a repeated name holds a list. Names that nobody reads are ignored (D3).
 */
export type Params = Readonly<Record<string, unknown>>

/**
 * An id that no record has: stands for integers that cannot be one, so that they are looked for and
 * not found.
 */
export const unknownId = 0

/** The one value of a name, or null without one; VALIDATION_ERROR when it is repeated. */
export function parseText(query: Params, name: string): string | null {
  const value = query[name]
  if (value === undefined) return null
  return typeof value === 'string' ? value : failField(name, 'duplicate')
}

/** `true`, `false`, `1` or `0` (D3); null without one. */
export function parseBoolean(query: Params, name: string): boolean | null {
  const value = parseText(query, name)
  if (value === null) return null
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return failField(name, 'not_boolean')
}

/** One of the words; null without one. */
export function parseEnum<W extends string>(
  query: Params,
  name: string,
  words: readonly W[],
): W | null {
  const value = parseText(query, name)
  if (value === null) return null
  return (
    words.find((word) => word === value) ??
    failField(name, { keyword: 'not_one_of', limit: words.join(', ') })
  )
}

/** An integer between two limits, both included; null without one. */
export function parseInteger(
  query: Params,
  name: string,
  limits: { least: number; most: number },
): number | null {
  const value = parseText(query, name)
  if (value === null) return null
  const number = toInteger(value, name)
  if (number < limits.least) failField(name, { keyword: 'too_small', limit: limits.least })
  if (number > limits.most) failField(name, { keyword: 'too_large', limit: limits.most })
  return number
}

/**
 * The id of a record, known or not (an integer that cannot be an id reads as `unknownId`); null
 * without one.
 */
export function parseId(query: Params, name: string): number | null {
  const value = parseText(query, name)
  return value === null ? null : toId(toInteger(value, name))
}

/** Ids separated by commas, each once; null without any. */
export function parseIds(query: Params, name: string, atMost: number): number[] | null {
  const value = parseText(query, name)
  if (value === null) return null
  const ids = value.split(',').map((item) => toInteger(item, name))
  if (ids.length > atMost) failField(name, { keyword: 'too_many', limit: atMost })
  if (new Set(ids).size < ids.length) failField(name, 'duplicate')
  return ids.map(toId)
}

/** The id in a path; null for anything that cannot be one, which is that resource's 404 (D3). */
export function parseRecordId(text: string): number | null {
  const id = /^[1-9]\d*$/.test(text) ? toId(Number(text)) : unknownId
  return id === unknownId ? null : id
}

const toInteger = (text: string, name: string): number =>
  /^-?\d+$/.test(text) ? Number(text) : failField(name, 'not_integer')

const toId = (number: number): number =>
  Number.isSafeInteger(number) && number > 0 ? number : unknownId

/**
 * A code shown as proof; null when none was. One that cannot be a code proves nothing: what it was
 * to open is not found (D9).
 */
export const parseOptionalBookingCode = (
  written: string | undefined,
  notFound: Code = 'BOOKING_NOT_FOUND',
): string | null =>
  written === undefined || written === '' ? null : (parseBookingCode(written) ?? fail(notFound))

/** Refuses a request for what is wrong with one of its fields. */
export function failField(field: string, problem: Problem): never {
  fail('VALIDATION_ERROR', { problems: [{ field, problem }] })
}
