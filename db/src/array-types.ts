import { parse } from 'postgres-array'

/**
 * Arrays both ways, told to the driver beforehand. By itself it would look them up in the catalogue
 * at every connect, with a query whose failure nobody can catch: a database that went away at that
 * moment would end the process.
 */
export const arrayTypes = {
  bools: arrayOf(1000, (text) => text === 't'),
  int4s: arrayOf(1007, Number),
  int8s: arrayOf(1016, safeInteger),
  names: arrayOf(1003, String),
  texts: arrayOf(1009, String),
  uuids: arrayOf(2951, String),
  dates: arrayOf(1182, String),
  timestamps: arrayOf(1185, (text) => new Date(text)),
}

/** @throws RangeError above 2^53, where a JavaScript number would be another one */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`int8 ${text} does not fit a JavaScript number`)
  return value
}

function arrayOf<T>(oid: number, readElement: (text: string) => T) {
  return {
    to: oid,
    from: [oid],
    parse: (text: string): T[] => parse(text, readElement),
    serialize: (values: readonly unknown[]): string => `{${values.map(writeElement).join(',')}}`,
  }
}

const writeElement = (value: unknown): string => {
  if (value === null) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
