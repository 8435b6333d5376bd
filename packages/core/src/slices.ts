import { type PassBudget, passBudget } from '@silla/db'

/** A long computation in slices of a few milliseconds, between which other requests are served. */
export interface Slices {
  /**
   * To be called often. Undefined while the slice lasts; afterwards a promise of the next slice, to
   * be awaited.
   */
  pause(): Promise<void> | undefined
}

/**
 * Begins a computation. A short one, which ends in its first pass of the event loop, never waits, unless
 * other long work has used the time of that pass.
 */
export const openSlices = (budget: PassBudget = passBudget): Slices => ({
  pause: () => (budget.hasTime() ? undefined : budget.next()),
})

/** Maps a list that may be long. */
export async function mapInSlices<Item, Result>(
  slices: Slices,
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    const pause = slices.pause()
    if (pause !== undefined) await pause
    results.push(map(item))
  }
  return results
}

/**
 * A list of which each item is mapped when it is iterated: for `mapInSlices`, so that what a long list is
 * mapped to in between does not exist all at once, as work for the garbage collector.
 */
export const mappedLater = <Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Iterable<Result> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield map(item)
  },
})
