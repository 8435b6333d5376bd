import type { Logger } from 'pino'
import { trustedProxies } from './client-address.ts'
import { openMemoryBuckets } from './memory-buckets.ts'
import { noRateLimits, type RateLimits, rateLimits } from './rate-limits.ts'
import { openRedisBuckets } from './redis-buckets.ts'
import type { RefusalPace } from './refusal-pace.ts'

export interface LimitSettings {
  /** Redis that processes share; null: each process counts alone. */
  redisUrl: string | null
  /** Addresses and networks of trusted proxies. */
  trustedProxies: string[]
  /** How long a request waits for Redis; default: a fifth of a second. */
  redisMilliseconds?: number
}

/**
 * Opens the rate limits and logs where they are counted.
 *
 * @param settings null: no rate limits
 * @param now milliseconds since 1970
 * @param pace when the requests that exceed a limit are refused
 * @throws Error with one sentence when a proxy is not an address
 */
export async function openLimits(
  settings: LimitSettings | null,
  now: () => number,
  pace: RefusalPace,
  log: Logger,
): Promise<{ limits: RateLimits; close(): Promise<void> }> {
  if (settings === null) {
    log.warn('rate limits are disabled: SILLA_RATE_LIMITS is off')
    return { limits: noRateLimits, close: async () => {} }
  }
  const trusted = trustedProxies(settings.trustedProxies)
  if (trusted === null)
    throw new Error('TRUST_PROXY is invalid: it lists addresses and networks such as 10.0.0.0/8.')
  const memory = openMemoryBuckets(now)
  const onUnavailable = (err: unknown) =>
    log.warn({ err }, 'Redis is unavailable: this process counts requests alone until it is back')
  const buckets =
    settings.redisUrl === null
      ? memory
      : await openRedisBuckets(settings.redisUrl, memory, onUnavailable, settings.redisMilliseconds)
  log.info(
    settings.redisUrl === null
      ? 'requests are counted in the memory of each process; set REDIS_URL to share limits'
      : 'requests are counted in Redis, shared by all processes',
  )
  return { limits: rateLimits(buckets, trusted, pace), close: buckets.close }
}
