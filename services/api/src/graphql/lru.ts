/**
 * A cache by text that drops the least recently used entries when it is full. A client that sends
 * new texts all the time can only displace other entries.
 */
export interface LruCache<T> {
  get(key: string): T | undefined
  /** @param characters the size of the entry */
  set(key: string, value: T, characters: number): void
  size(): { entries: number; characters: number }
}

export function createLruCache<T>(max: { entries: number; characters: number }): LruCache<T> {
  // a Map iterates in insertion order, so the least recently used entry is the first
  const entries = new Map<string, { value: T; characters: number }>()
  let characters = 0

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, size) {
      if (size > max.characters) return
      remove(key)
      entries.set(key, { value, characters: size })
      characters += size
      for (const oldest of entries.keys()) {
        if (entries.size <= max.entries && characters <= max.characters) break
        remove(oldest)
      }
    },
    size: () => ({ entries: entries.size, characters }),
  }

  function remove(key: string): void {
    characters -= entries.get(key)?.characters ?? 0
    entries.delete(key)
  }
}
