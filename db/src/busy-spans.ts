/**
 * Distributes the claims that `app.busy_spans` returns as integers to the windows it was given.
 *
 * @param windows how many windows there are
 * @returns for each window what is taken of its resource: sorted and disjoint, as start, end, start,
 *   end in minutes since 1970
 */
export function busySpansOf(claims: readonly number[], windows: number): number[][] {
  const spans: number[][] = Array.from({ length: windows }, () => [])
  for (const claim of claims.toSorted(ascending)) {
    const window = Math.floor(claim / windowFactor)
    const rest = claim - window * windowFactor
    const start = Math.floor(rest / startFactor)
    spans[window]?.push(start, start + rest - start * startFactor)
  }
  return spans
}

const windowFactor = 2 ** 37
const startFactor = 2 ** 11

const ascending = (a: number, b: number) => a - b
