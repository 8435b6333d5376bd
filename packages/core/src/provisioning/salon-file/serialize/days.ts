import { type EpochDay, formatDate } from '@silla/slots'

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
