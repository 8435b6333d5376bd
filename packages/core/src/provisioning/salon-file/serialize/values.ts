import { type Language, languages, type Translated } from '../../../catalog/catalog.ts'

// What every part of a file is written with.

export type SerializeText = (text: Translated) => string | Translated | undefined

/**
 * A text that is there in the main language alone is written plainly.
 * @param mainLanguage null: no text is written plainly
 */
export const textIn =
  (mainLanguage: Language | null): SerializeText =>
  (text) => {
    const observation = languages.filter((language) => text[language] !== undefined)
    if (observation.length === 0) return undefined
    if (observation.length === 1 && observation[0] === mainLanguage) return text[mainLanguage]
    return Object.fromEntries(observation.map((language) => [language, text[language]]))
  }

/** The word with its value; nothing when there is none, or an empty one. */
export function omitEmpty(word: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || value === '' || value === false || value === 0)
    return {}
  if (typeof value === 'object' && Object.keys(value).length === 0) return {}
  return { [word]: value }
}

/** Entries under their handles, in their order. */
export function toHandleMap<Item extends { handle: string }>(
  items: readonly Item[],
  write: (item: Item) => Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item) => [item.handle, write(item)]))
}
