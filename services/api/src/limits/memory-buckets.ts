import {
  type Bucket,
  type BucketState,
  type Buckets,
  fullAtAfter,
  millisecondsOf,
  minute,
  tokensLeft,
} from './buckets.ts'

/** Above this number the oldest buckets are dropped, which makes them full again. */
const maxBuckets = 100_000

/**
 * Buckets in the memory of this process. A bucket that was not used for a minute is full, like an
 * unknown one, so it need not be kept. Buckets are kept in two generations: every minute, or when
 * the current one holds half of the maximum, the previous one is dropped.
 *
 * @param now milliseconds since 1970
 */
export function openMemoryBuckets(now: () => number): Buckets & { size(): number } {
  let current = new Map<string, number>()
  let previous = new Map<string, number>()
  let startedAt = now()

  return {
    take(buckets) {
      const at = now()
      const age = at - startedAt
      if (age >= minute || age < 0 || current.size >= maxBuckets / 2) startGeneration(at)
      const fullAts = buckets.map((bucket) =>
        fullAtAfter(bucket.tokens ?? 1, fullAtOf(bucket), at, bucket.perMinute),
      )
      const status = mostLimiting(buckets, fullAts, at)
      if (status.waitMilliseconds === 0)
        buckets.forEach(({ key }, i) => void current.set(key, fullAts[i] as number))
      return status
    },
    giveBack(bucket) {
      const fullAt = fullAtOf(bucket)
      if (fullAt !== undefined) current.set(bucket.key, fullAt - minute / bucket.perMinute)
    },
    close: async () => {},
    size: () => current.size + previous.size,
  }

  function startGeneration(at: number) {
    previous = current
    current = new Map()
    startedAt = at
  }

  function fullAtOf({ key }: Bucket): number | undefined {
    return current.get(key) ?? previous.get(key)
  }
}

/** @param fullAts when each bucket will be full again, after its tokens are taken */
function mostLimiting(
  buckets: readonly Bucket[],
  fullAts: readonly number[],
  at: number,
): BucketState {
  let index = 0
  let fewest = Number.POSITIVE_INFINITY
  for (const [i, bucket] of buckets.entries()) {
    const fullIn = (fullAts[i] as number) - at
    const left = tokensLeft(at + fullIn, at, bucket.perMinute)
    if (left < 0) return tooFew(bucket, fullIn)
    if (left < fewest) {
      index = i
      fewest = left
    }
  }
  const fullInMilliseconds = (fullAts[index] as number) - at
  return { bucket: buckets[index] as Bucket, left: fewest, fullInMilliseconds, waitMilliseconds: 0 }
}

/** @param wouldBeFullIn time until full, if the tokens were taken */
function tooFew(bucket: Bucket, wouldBeFullIn: number): BucketState {
  const { perMinute, tokens = 1 } = bucket
  const fullIn = wouldBeFullIn - millisecondsOf(tokens, perMinute)
  return {
    bucket,
    left: tokensLeft(fullIn, 0, perMinute),
    fullInMilliseconds: fullIn,
    waitMilliseconds: Math.max(1, wouldBeFullIn - minute),
  }
}
