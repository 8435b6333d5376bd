import type { Logger } from 'pino'
import { noRateLimits, type RateLimits, rateLimits } from '../plugins/rate-limits.ts'
import { trustedProxies } from './client-address.ts'
import { openMemoryBuckets } from './memory-buckets.ts'
import { openRedisBuckets } from './redis-buckets.ts'

export interface LimitSettings {
  /** Where processes count together; null: each for itself. */
  redisUrl: string | null
  /** Addresses and networks of proxies that are believed. */
  trustedProxies: string[]
}

/**
 * Begins to count, and says where.
 *
 * @param settings null: nothing is counted
 * @param now milliseconds since 1970
 * @throws Error with a sentence when a proxy is no address
 */
export async function openLimits(
  settings: LimitSettings | null,
  now: () => number,
  log: Logger,
): Promise<{ limits: RateLimits; close(): Promise<void> }> {
  if (settings === null) {
    log.warn('requests are not limited: SILLA_RATE_LIMITS is off')
    return { limits: noRateLimits, close: async () => {} }
  }
  const trusted = trustedProxies(settings.trustedProxies)
  if (trusted === null)
    throw new Error('TRUST_PROXY is not right: it lists addresses and networks such as 10.0.0.0/8.')
  const memory = openMemoryBuckets(now)
  const away = (err: unknown) =>
    log.warn({ err }, 'Redis is away: this process counts requests for itself meanwhile')
  const buckets =
    settings.redisUrl === null ? memory : await openRedisBuckets(settings.redisUrl, memory, away)
  log.info(
    settings.redisUrl === null
      ? 'requests are counted in memory: each process counts for itself, set REDIS_URL where there are several'
      : 'requests are counted in Redis, by all processes together',
  )
  return { limits: rateLimits(buckets, trusted), close: buckets.close }
}
