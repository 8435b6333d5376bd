/**
 * Token buckets (D27). A bucket holds as many tokens as may be asked for in a minute and fills up
 * evenly. All that has to be remembered of one is the moment at which it will be full again: now or
 * earlier, it is full; a minute from now, it is empty.
 */
export interface Bucket {
  /** What programs call it in `RateLimit` headers. */
  name: string
  /**
   * Whose it is. The part between braces keeps the buckets of one request together where Redis is
   * spread over machines.
   */
  key: string
  perMinute: number
  /**
   * How many are taken at once; one where it is not said, and none where it only tells how it
   * stands.
   */
  tokens?: number
}

/** Where buckets are kept. */
export interface Buckets {
  /** Takes from each what it says, or nothing at all where one has too few. */
  take(buckets: readonly Bucket[]): BucketState | Promise<BucketState>
  /** Puts a token back that was taken by mistake. */
  giveBack(bucket: Bucket): void | Promise<void>
  close(): Promise<void>
}

/**
 * How things stand with the tightest of the buckets: the one that refused, else the one with the
 * fewest tokens left.
 */
export interface BucketState {
  bucket: Bucket
  left: number
  /** Until it is full again. */
  fullInMilliseconds: number
  /** Until there are as many as were wanted, where there were too few; else 0. */
  waitMilliseconds: number
}

export const minute = 60_000

/** Sums of fractions may miss by a hair what they should be. */
const roundingTolerance = 0.001

/**
 * When a bucket would be full again, after so many tokens more. A clock that was set back cannot
 * make anybody wait longer than a minute.
 */
export function fullAtAfter(
  tokens: number,
  fullAt: number | undefined,
  now: number,
  perMinute: number,
): number {
  const from = fullAt === undefined || fullAt < now ? now : Math.min(fullAt, now + minute)
  return from + millisecondsOf(tokens, perMinute)
}

/** How long so many tokens take to come back. */
export const millisecondsOf = (tokens: number, perMinute: number): number =>
  (tokens * minute) / perMinute

/**
 * Tokens that are left when the bucket is full again at that moment; below 0 there were too few to
 * take.
 */
export const tokensLeft = (fullAt: number, now: number, perMinute: number): number =>
  Math.floor(((now + minute - fullAt) * perMinute) / minute + roundingTolerance)
