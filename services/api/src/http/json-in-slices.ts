import { MappedList, type Slices } from '@silla/core'
import { maxWriteBytes } from './max-write-bytes.ts'

/** Writes the JSON text of a value by its schema. */
export type WriteJson = (value: unknown) => string

/** A schema of which an object's lists can be written item by item. */
export interface ObjectSchema {
  properties: Readonly<Record<string, PropertySchema>>
}

interface PropertySchema {
  type?: unknown
  items?: object
}

/** Up to this length a list is written at once, as the rest of the response is. */
const maxItemsAtOnce = 20

/** Whether a part of the object is too long to be written at once. */
export const hasLongList = (object: object): boolean =>
  Object.values(object).some(
    (value) =>
      value instanceof MappedList || (Array.isArray(value) && value.length > maxItemsAtOnce),
  )

/**
 * The JSON text of an object with long lists, in slices between which other requests are served. It is
 * the text that the serializer of the whole schema writes, in parts that are ready to be sent.
 *
 * @param writerOf compiles the serializer of a part of the schema
 */
export async function jsonInSlices(
  object: Readonly<Record<string, unknown>>,
  { properties }: ObjectSchema,
  writerOf: (schema: object) => WriteJson,
  slices: Slices,
): Promise<Buffer[]> {
  const parts: Buffer[] = []
  let text = ''
  let separator = '{'
  for (const [name, schema] of Object.entries(properties)) {
    const value = object[name]
    if (value === undefined) continue
    text += `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (schema.items !== undefined && isList(value)) await writeList(value, schema.items)
    else text += writerOf(schema)(value)
  }
  parts.push(Buffer.from(separator === '{' ? '{}' : `${text}}`))
  return parts

  async function writeList(items: Iterable<unknown>, schema: object): Promise<void> {
    const write = writerOf(schema)
    let separator = ''
    text += '['
    for (const item of items) {
      text += separator + write(item)
      separator = ','
      if (text.length > maxWriteBytes) {
        parts.push(Buffer.from(text))
        text = ''
      }
      const pause = slices.pause()
      if (pause !== undefined) await pause
    }
    text += ']'
  }
}

const isList = (value: unknown): value is Iterable<unknown> =>
  Array.isArray(value) || value instanceof MappedList
