import { type Language, languages } from '@silla/locale'
import { type EpochDay, formatDate } from '@silla/slots'
import type { Translated } from '../../../catalog/catalog.ts'

export type SerializeText = (text: Translated) => string | Translated | undefined

/**
 * Makes a serializer that writes a text as a plain string if it exists only in the main language.
 * @param mainLanguage null: every text is written by language
 */
export const textIn =
  (mainLanguage: Language | null): SerializeText =>
  (text) => {
    const present = languages.filter((language) => text[language] !== undefined)
    if (present.length === 0) return undefined
    if (present.length === 1 && present[0] === mainLanguage) return text[mainLanguage]
    return Object.fromEntries(present.map((language) => [language, text[language]]))
  }

/** The key with its value; no key for a value that is empty, false or zero. */
export function omitEmpty(key: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || value === '' || value === false || value === 0)
    return {}
  if (typeof value === 'object' && Object.keys(value).length === 0) return {}
  return { [key]: value }
}

/** Entries by handle, in their order. */
export function toHandleMap<Item extends { handle: string }>(
  items: readonly Item[],
  serialize: (item: Item) => Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [item.handle, serialize(item)]))
}

/** Serializes entries by day. Equal entries on consecutive days become one with `from` and `to`. */
export function serializeDays<Item extends { day: EpochDay }>(
  items: readonly Item[],
  serialize: (item: Item) => Record<string, unknown>,
): Record<string, unknown>[] {
  const ranges: {
    first: EpochDay
    last: EpochDay
    content: Record<string, unknown>
    json: string
  }[] = []
  for (const item of items) {
    const content = serialize(item)
    const json = JSON.stringify(content)
    const previous = ranges.findLast((range) => range.last === item.day - 1 && range.json === json)
    if (previous !== undefined && item.day - previous.first < maxRangeDays) previous.last = item.day
    else ranges.push({ first: item.day, last: item.day, content, json })
  }
  return ranges.map(({ first, last, content }) =>
    first === last
      ? { day: formatDate(first), ...content }
      : { from: formatDate(first), to: formatDate(last), ...content },
  )
}

/** The longest range that the parser accepts. */
const maxRangeDays = 366
