/** A long computation in slices of a few milliseconds, between which other requests are served. */
export interface Slices {
  /**
   * To be called often. Undefined while the slice lasts; afterwards a promise of the next slice, to
   * be awaited.
   */
  pause(): Promise<void> | undefined
}

const sliceMilliseconds = 2

/** Begins a computation. A short one, which ends within its first slice, never waits. */
export function openSlices(now: () => number = () => performance.now()): Slices {
  let end = now() + sliceMilliseconds
  return {
    pause: () =>
      now() < end
        ? undefined
        : nextSlice().then(() => {
            end = now() + sliceMilliseconds
          }),
  }
}

/** Maps a list that may be long. */
export async function mapInSlices<Item, Result>(
  slices: Slices,
  items: readonly Item[],
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

/** Computations that wait for their next slice, in turn. */
const waiting: (() => void)[] = []

function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startSlice)
  })
}

/** One slice in each pass of the event loop, however many computations wait. */
function startSlice(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startSlice)
}
