import { type EpochDay, formatDate } from '@silla/slots'
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

/**
 * Entries for days, by the day; what is the same on several days in a row becomes one entry with
 * `from` and `to`.
 */
export function serializeDays<Item extends { day: EpochDay }>(
  items: readonly Item[],
  write: (item: Item) => Record<string, unknown>,
): Record<string, unknown>[] {
  const stretches: {
    first: EpochDay
    last: EpochDay
    words: Record<string, unknown>
    same: string
  }[] = []
  for (const item of items) {
    const words = write(item)
    const same = JSON.stringify(words)
    const before = stretches.findLast(
      (stretch) => stretch.last === item.day - 1 && stretch.same === same,
    )
    if (before !== undefined && item.day - before.first < longestStretchDays) before.last = item.day
    else stretches.push({ first: item.day, last: item.day, words, same })
  }
  return stretches.map(({ first, last, words }) =>
    first === last
      ? { day: formatDate(first), ...words }
      : { from: formatDate(first), to: formatDate(last), ...words },
  )
}

const longestStretchDays = 366
