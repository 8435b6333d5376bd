/** The middle value; the mean of the two middle ones when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/** The smallest of the sorted values that at least this share of them do not exceed. */
export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export interface Spread {
  min: number
  median: number
  max: number
}

export const spreadOf = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: median(values),
  max: Math.max(...values),
})
