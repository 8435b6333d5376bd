import { type PassBudget, passBudget } from '@silla/db'

/** A long computation in slices of a millisecond, between which other requests are served. */
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

/** Maps a list that may be long, and whose results are needed as a list. */
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
 * A long list of which each item is mapped when it is iterated: by `mapInSlices`, or by what writes a response.
 * What it is mapped to does not exist all at once, as work for the garbage collector.
 */
export class MappedList<Result> implements Iterable<Result> {
  readonly length: number
  readonly #results: () => Iterator<Result>

  constructor(length: number, results: () => Iterator<Result>) {
    this.length = length
    this.#results = results
  }

  [Symbol.iterator](): Iterator<Result> {
    return this.#results()
  }
}

/** The list of what the items of another one are mapped to. */
export const mappedLater = <Item, Result>(
  items: readonly Item[] | MappedList<Item>,
  map: (item: Item) => Result,
): MappedList<Result> =>
  new MappedList(items.length, function* () {
    for (const item of items) yield map(item)
  })
