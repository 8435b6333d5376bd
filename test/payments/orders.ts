/** All orders of some things. */
export function permutationsOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, index) =>
    permutationsOf(all.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  )
}

/** Runs at most as many at a time as there are connections. */
export async function withConcurrency<T>(
  all: readonly T[],
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = [...all.entries()]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0])
    }),
  )
}
