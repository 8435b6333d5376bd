import type { Slices } from '@silla/core'
import { maxWriteBytes } from './max-write-bytes.ts'

/** So many values are written at once: a part of a millisecond. */
const maxValuesAtOnce = 200

/** Whether a value is too long to be written at once. */
export const isLongValue = (value: unknown): boolean => valuesIn(value) > maxValuesAtOnce

/**
 * The JSON text of a value without a schema, in slices between which other requests are served. It is
 * the text of `JSON.stringify`, in parts.
 */
export async function valueInSlices(value: unknown, slices: Slices): Promise<Buffer[]> {
  const parts: Buffer[] = []
  let text = ''
  await write(value)
  parts.push(Buffer.from(text))
  return parts

  async function write(part: unknown): Promise<void> {
    if (!isLongValue(part)) {
      text += JSON.stringify(part) ?? 'null'
      if (text.length > maxWriteBytes) {
        parts.push(Buffer.from(text))
        text = ''
      }
      const pause = slices.pause()
      if (pause !== undefined) await pause
    } else if (Array.isArray(part)) {
      for (const [index, item] of part.entries()) {
        text += index === 0 ? '[' : ','
        await write(item)
      }
      text += ']'
    } else {
      let separator = '{'
      for (const [name, property] of Object.entries(part as object)) {
        if (property === undefined) continue
        text += `${separator}${JSON.stringify(name)}:`
        separator = ','
        await write(property)
      }
      text += separator === '{' ? '{}' : '}'
    }
  }
}

/** Approximately how many values there are: the items of a list are taken to be as long as its first. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  if (Array.isArray(value)) return 1 + value.length * valuesIn(value[0])
  if ('toJSON' in value) return 1
  let values = 1
  for (const name in value) values += valuesIn((value as Record<string, unknown>)[name])
  return values
}
