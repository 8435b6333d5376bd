/**
 * Entries that wait, grouped by business. Businesses are served in turn, one entry each; the entries
 * of one business in the order of their arrival. So a business waits for one entry of each other
 * business, however many those have.
 */
export interface FairQueue<Entry> {
  add(businessId: string, entry: Entry): void
  /** Removes and returns the next entry, of those businesses that may be served. */
  next(mayServe?: (businessId: string) => boolean): Entry | undefined
  /** Removes an entry that no longer waits. */
  remove(businessId: string, entry: Entry): void
  /** How many entries wait, of one business or of all. */
  length(businessId?: string): number
}

export function createFairQueue<Entry>(): FairQueue<Entry> {
  // a Map iterates in the order of insertion: the business that was served goes to the end
  const lines = new Map<string, Entry[]>()
  let total = 0

  return {
    add(businessId, entry) {
      const line = lines.get(businessId)
      if (line === undefined) lines.set(businessId, [entry])
      else line.push(entry)
      total++
    },
    next(mayServe) {
      for (const [businessId, line] of lines) {
        if (mayServe !== undefined && !mayServe(businessId)) continue
        const entry = line.shift()
        lines.delete(businessId)
        if (line.length > 0) lines.set(businessId, line)
        total--
        return entry
      }
      return undefined
    },
    remove(businessId, entry) {
      const line = lines.get(businessId) ?? []
      const index = line.indexOf(entry)
      if (index < 0) return
      line.splice(index, 1)
      if (line.length === 0) lines.delete(businessId)
      total--
    },
    length: (businessId) =>
      businessId === undefined ? total : (lines.get(businessId)?.length ?? 0),
  }
}
