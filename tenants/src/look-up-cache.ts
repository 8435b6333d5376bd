import { LRUCache } from 'lru-cache'

/**
 * Results of look-ups, for what was found and what was not alike. Each is cached for at most a second,
 * and one look-up runs at a time for a text. `clear` forgets all, those that are running included, so
 * that nothing that was read before a change is used after it.
 */
export interface LookUpCache<Found> {
  /** The result that is cached; undefined: a look-up is needed, or is running. */
  cached(text: string, now: number): Found | undefined
  /** The result, looked up if it is not cached. */
  resolve(text: string, now: number): Promise<Found>
  isLookingUp(text: string, now: number): boolean
  clear(): void
}

/** @param lookUp a failure is not cached */
export function openLookUpCache<Found extends object | null>(
  lookUp: (text: string) => Promise<Found>,
): LookUpCache<Found> {
  const entries = new LRUCache<string, Entry<Found>>({ max: maxEntries })

  return {
    cached: (text, now) => fresh(text, now)?.found,
    resolve: (text, now) => (fresh(text, now) ?? start(text, now)).pending,
    isLookingUp(text, now) {
      const entry = fresh(text, now)
      return entry !== undefined && entry.found === undefined
    },
    clear: () => entries.clear(),
  }

  /** After the clock was set back, an entry would seem fresh for too long: it counts as stale. */
  function fresh(text: string, now: number): Entry<Found> | undefined {
    const entry = entries.get(text)
    if (entry === undefined || now < entry.startedAt) return undefined
    return now - entry.startedAt < maxAgeMilliseconds ? entry : undefined
  }

  /** The age counts from the start of the query, not from its end. */
  function start(text: string, now: number): Entry<Found> {
    const entry: Entry<Found> = { startedAt: now, pending: lookUp(text) }
    entries.set(text, entry)
    entry.pending.then(
      (found) => {
        entry.found = found
      },
      () => {
        if (entries.peek(text) === entry) entries.delete(text)
      },
    )
    return entry
  }
}

interface Entry<Found> {
  startedAt: number
  pending: Promise<Found>
  /** The result; undefined while the query is running. */
  found?: Found
}

const maxEntries = 10_000
const maxAgeMilliseconds = 1000
