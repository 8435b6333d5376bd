import { isDeepStrictEqual } from 'node:util'
import type { Field, FieldsOf, FieldType, FieldValues } from '@silla/db'
import { formatAmount, toMajor } from '@silla/money'
import { phaseTexts } from '../catalog/phases.ts'
import { type ParseContext, parseCents, parseText } from './salon-file/parse/values.ts'
import type { Path } from './salon-file/parse/yaml-document.ts'
import type { SerializeText } from './salon-file/serialize/values.ts'

// What follows from the lists of fields of @silla/db: how a record is read from a salon file,
// written to one, and compared by a plan.

/**
 * Parses the keys of an entry. An omitted key has its default.
 * @param own the values that depend on other keys or on other parts of the file
 */
export function parseFields<Row extends object>(
  fields: FieldsOf<Row>,
  input: Record<string, unknown>,
  own: Partial<Row>,
  path: Path,
  context: ParseContext,
): Row {
  const parsed = entriesOf(fields).map(([property, { key, type, ...field }]) => {
    const value = input[key]
    if (property in own || value === undefined) return [property, field.default]
    return [property, typeOf(type).parse(value as never, [...path, key], context)]
  })
  return { ...Object.fromEntries(parsed), ...own }
}

/** The entry of a record in a salon file. A default is omitted. */
export function serializeFields<Row extends object>(
  fields: FieldsOf<Row>,
  record: Row,
  text: SerializeText,
): Record<string, unknown> {
  const serialized = entriesOf(fields).flatMap(([property, { key, type, ...field }]) => {
    const value = record[property as keyof Row]
    if (field.default !== undefined && isDeepStrictEqual(value, field.default)) return []
    const written = typeOf(type).serialize(value, text)
    return written === undefined ? [] : [[key, written]]
  })
  return Object.fromEntries(serialized)
}

/** The values of a record as text, by the labels that a plan shows; a text has one per language. */
export function labelledValues<Row extends object>(
  fields: FieldsOf<Row>,
  record: Row,
): Record<string, string> {
  const labelled = entriesOf(fields).flatMap(([property, { type, label }]) => {
    const value: unknown = record[property as keyof Row]
    if (type !== 'text') return [[label, typeOf(type).show(value)]]
    return Object.entries(value as FieldValues['text']).map(([language, line]) => [
      `${label} (${language})`,
      line,
    ])
  })
  return Object.fromEntries(labelled)
}

export const entriesOf = (fields: object): [property: string, Field][] => Object.entries(fields)

interface TypeOfField<Value> {
  /** The schema has checked the form of the input. */
  parse(input: never, path: Path, context: ParseContext): Value
  /** undefined: the key is omitted */
  serialize(value: Value, text: SerializeText): unknown
  /** '' for no value; a text is shown by language. */
  show(value: Value): string
}

const asItIs = <Value>() => ({
  parse: (input: Value) => input,
  serialize: (value: Value): unknown => value,
  show: String,
})

const types: { [Type in FieldType]: TypeOfField<FieldValues[Type]> } = {
  text: {
    parse: (input, _path, context) => parseText(input, context),
    serialize: (value, text) => text(value),
    show: () => '',
  },
  minutes: { ...asItIs(), show: (minutes) => (minutes === 0 ? '' : `${minutes} min`) },
  phases: {
    ...asItIs(),
    // unbroken work of the whole duration is not written
    serialize: (phases) => (phases.length === 1 ? undefined : phaseTexts(phases)),
    show: (phases) => (phases.length === 1 ? '' : phaseTexts(phases).join(', ')),
  },
  price: { parse: parseCents, serialize: toMajor, show: formatAmount },
  offerPrice: {
    parse: parseCents,
    serialize: (cents) => (cents === null ? undefined : toMajor(cents)),
    show: (cents) => (cents === null ? '' : formatAmount(cents)),
  },
  points: asItIs(),
  image: asItIs(),
  images: { ...asItIs(), show: (urls) => urls.join(' ') },
  yesOrNo: { ...asItIs(), show: (value) => (value ? 'yes' : 'no') },
  stock: { ...asItIs(), show: (stock) => (stock === null ? 'not counted' : String(stock)) },
  reference: asItIs(),
  references: { ...asItIs(), show: (handles) => handles.join(', ') },
}

const typeOf = (type: FieldType) => types[type] as TypeOfField<unknown>
