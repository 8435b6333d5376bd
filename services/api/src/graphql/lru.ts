/**
 * What was made of texts, as long as there is room for it: what was used least lately goes first.
 */
export interface LruCache<T> {
  get(key: string): T | undefined
  /** @param characters how much room it takes */
  set(key: string, value: T, characters: number): void
  size(): { entries: number; characters: number }
}

/**
 * Whoever sends ever new texts pushes out what others could have used, and nothing more than that.
 */
export function createLruCache<T>(most: { entries: number; characters: number }): LruCache<T> {
  // the order of a map is the order in which its entries were put in
  const kept = new Map<string, { value: T; characters: number }>()
  let characters = 0

  return {
    get(key) {
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set(key, value, added) {
      if (added > most.characters) return
      forget(key)
      kept.set(key, { value, characters: added })
      characters += added
      for (const oldest of kept.keys()) {
        if (kept.size <= most.entries && characters <= most.characters) break
        forget(oldest)
      }
    },
    size: () => ({ entries: kept.size, characters }),
  }

  function forget(key: string): void {
    characters -= kept.get(key)?.characters ?? 0
    kept.delete(key)
  }
}
