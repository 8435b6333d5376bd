import {
  type Bucket,
  type BucketState,
  type Buckets,
  fullAtAfter,
  millisecondsOf,
  minute,
  tokensLeft,
} from './buckets.ts'

/** Beyond it the oldest are forgotten, and begin full. */
const keptAtMost = 100_000

/**
 * Buckets of this process alone. A bucket that nobody touched for a minute is full, which is also
 * what one is that was never seen; so there are two halves, and every minute, or when the young one
 * has its share, the old one is let go.
 *
 * @param now milliseconds since 1970
 */
export function openMemoryBuckets(now: () => number): Buckets & { size(): number } {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let bornAt = now()

  return {
    take(buckets) {
      const at = now()
      const age = at - bornAt
      if (age >= minute || age < 0 || young.size >= keptAtMost / 2) turn(at)
      const fullAts = buckets.map((bucket) =>
        fullAtAfter(bucket.tokens ?? 1, fullAtOf(bucket), at, bucket.perMinute),
      )
      const status = tightest(buckets, fullAts, at)
      if (status.waitMilliseconds === 0) {
        for (const [i, { key }] of buckets.entries()) young.set(key, fullAts[i] as number)
      }
      return status
    },
    giveBack(bucket) {
      const fullAt = fullAtOf(bucket)
      if (fullAt !== undefined) young.set(bucket.key, fullAt - minute / bucket.perMinute)
    },
    close: async () => {},
    size: () => young.size + old.size,
  }

  function turn(at: number) {
    old = young
    young = new Map()
    bornAt = at
  }

  function fullAtOf({ key }: Bucket): number | undefined {
    return young.get(key) ?? old.get(key)
  }
}

/** @param fullAts when each would be full again, after the tokens that are wanted of it */
function tightest(buckets: readonly Bucket[], fullAts: readonly number[], at: number): BucketState {
  let place = 0
  let fewest = Number.POSITIVE_INFINITY
  for (const [i, bucket] of buckets.entries()) {
    const fullIn = (fullAts[i] as number) - at
    const left = tokensLeft(at + fullIn, at, bucket.perMinute)
    if (left < 0) return tooFew(bucket, fullIn)
    if (left < fewest) {
      place = i
      fewest = left
    }
  }
  const fullInMilliseconds = (fullAts[place] as number) - at
  return { bucket: buckets[place] as Bucket, left: fewest, fullInMilliseconds, waitMilliseconds: 0 }
}

/** @param wouldBeFullIn had there been enough to take */
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
