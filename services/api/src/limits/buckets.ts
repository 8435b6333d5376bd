/**
 * A token bucket (D27). It holds as many tokens as there may be requests in a minute, and refills
 * evenly. Its stored state is only the time at which it will be full again: now or earlier means
 * full, a minute from now means empty.
 */
export interface Bucket {
  /** Its name in the `RateLimit` headers. */
  name: string
  /**
   * Identifies it. The part in braces is a hash tag: it keeps the buckets of one request on one
   * node of a Redis Cluster.
   */
  key: string
  perMinute: number
  /** How many tokens the request takes, default 1; 0 only reads the state. */
  tokens?: number
}

/** A store of buckets. */
export interface Buckets {
  /** Takes the tokens from every bucket, or from none when one has too few. */
  take(buckets: readonly Bucket[]): BucketState | Promise<BucketState>
  /** Puts one token back. */
  giveBack(bucket: Bucket): void | Promise<void>
  close(): Promise<void>
}

/** The state of the most limiting bucket: the one that has too few tokens, else the emptiest. */
export interface BucketState {
  bucket: Bucket
  left: number
  /** Time until it is full again. */
  fullInMilliseconds: number
  /** Time until it has enough tokens; 0 when it had enough. */
  waitMilliseconds: number
}

export const minute = 60_000

/** Tolerance for rounding errors. */
const roundingTolerance = 0.001

/**
 * When a bucket will be full again after the given tokens are taken. Never more than a minute from
 * now before them, so that a clock that was set back does not block clients for longer.
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

/** How long the given tokens take to refill. */
export const millisecondsOf = (tokens: number, perMinute: number): number =>
  (tokens * minute) / perMinute

/** The tokens left in a bucket that will be full at `fullAt`; negative when it had too few. */
export const tokensLeft = (fullAt: number, now: number, perMinute: number): number =>
  Math.floor(((now + minute - fullAt) * perMinute) / minute + roundingTolerance)
