import { parse } from 'postgres-array'
import { instantText } from './instant-text.ts'

/**
 * Array types, declared to the driver. Otherwise it would read them from the catalogue on every
 * connect, with a query whose failure cannot be caught: a database that goes away at that moment
 * would end the process.
 */
export const arrayTypes = {
  bools: arrayOf(1000, (text) => text === 't'),
  int4s: { ...arrayOf(1007, Number), parse: parseIntegers },
  int8s: { ...arrayOf(1016, safeInteger), parse: parseIntegers },
  names: arrayOf(1003, String),
  texts: arrayOf(1009, String),
  uuids: arrayOf(2951, String),
  dates: arrayOf(1182, String),
  timestamps: arrayOf(1185, (text) => new Date(text)),
}

/** @throws RangeError above 2^53, which a JavaScript number cannot represent exactly */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}

/**
 * The numbers of `{1,2,3}`. Responses are computed from thousands of them, so that this is faster
 * than the library, which parses the elements of any array; null and nested arrays are left to it.
 *
 * @throws RangeError above 2^53
 */
export function parseIntegers(text: string): number[] {
  const values: number[] = []
  let value = 0
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= digit0 && code <= digit9) value = value * 10 + (code - digit0)
    else if ((code === comma || code === closingBrace) && text.length > 2) {
      values.push(value)
      if (value > Number.MAX_SAFE_INTEGER)
        throw new RangeError(`int8 ${value} does not fit a JavaScript number`)
      value = 0
    } else return parse(text, safeInteger)
  }
  return values
}

const [digit0, digit9, comma, closingBrace] = Array.from('09,}', (character) =>
  character.charCodeAt(0),
) as [number, number, number, number]

function arrayOf<T>(oid: number, parseElement: (text: string) => T) {
  return {
    to: oid,
    from: [oid],
    parse: (text: string): T[] => parse(text, parseElement),
    serialize: (values: readonly unknown[]): string =>
      `{${values.map(serializeElement).join(',')}}`,
  }
}

const serializeElement = (value: unknown): string => {
  if (value === null) return 'null'
  const text = value instanceof Date ? instantText(value) : String(value)
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
