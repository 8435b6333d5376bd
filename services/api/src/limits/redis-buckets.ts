import type { Redis } from 'ioredis'
import type { Bucket, BucketState, Buckets } from './buckets.ts'

/**
 * The same buckets for all processes that share a Redis, by Redis's own clock; all buckets of a
 * request in one round trip. While Redis is away, or slow, each process counts for itself: limits
 * must not be what stops the salons.
 *
 * @param alone where to count meanwhile
 * @param tell hears once when Redis goes away
 */
export async function openRedisBuckets(
  url: string,
  alone: Buckets,
  tell: (error: unknown) => void,
): Promise<Buckets> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    commandTimeout: 200,
    retryStrategy: () => 500,
    keyPrefix: 'silla:limits:',
  })
  let away = false
  redis.on('error', trouble)
  redis.on('ready', () => {
    away = false
  })
  redis.defineCommand('sillaTake', { lua: takeScript })
  redis.defineCommand('sillaGiveBack', { lua: giveBackScript, numberOfKeys: 1 })
  await redis.connect().catch(trouble)
  const commands = redis as Redis & Commands

  return {
    async take(buckets) {
      try {
        const keys = buckets.map(({ key }) => key)
        const rates = buckets.map(({ perMinute }) => perMinute)
        const tokens = buckets.map((bucket) => bucket.tokens ?? 1)
        return toBucketState(
          buckets,
          await commands.sillaTake(keys.length, ...keys, ...rates, ...tokens),
        )
      } catch (error) {
        trouble(error)
        return alone.take(buckets)
      }
    },
    async giveBack(bucket) {
      await commands.sillaGiveBack(bucket.key, bucket.perMinute).catch(trouble)
    },
    async close() {
      redis.disconnect()
      await alone.close()
    },
  }

  function trouble(error: unknown) {
    if (!away) tell(error)
    away = true
  }
}

interface Commands {
  sillaTake(keyCount: number, ...keysRatesAndTokens: (string | number)[]): Promise<Answer>
  sillaGiveBack(key: string, perMinute: number): Promise<unknown>
}

/** Place of the tightest bucket from 1, its tokens, and the two times in milliseconds. */
type Answer = [number, number, number, number]

function toBucketState(
  buckets: readonly Bucket[],
  [place, left, fullIn, wait]: Answer,
): BucketState {
  return {
    bucket: buckets[place - 1] as Bucket,
    left,
    fullInMilliseconds: fullIn,
    waitMilliseconds: wait,
  }
}

const clock = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local minute = 60000`

/**
 * As memory-buckets.ts: all or none, and the tightest is told. A key lives until its bucket is full
 * again.
 */
const takeScript = `${clock}
  local fullAt, tightest, fewest = {}, 0, math.huge
  for i, key in ipairs(KEYS) do
    local rate, tokens = tonumber(ARGV[i]), tonumber(ARGV[#KEYS + i])
    local from = math.min(math.max(tonumber(redis.call('GET', key) or now), now), now + minute)
    fullAt[i] = from + tokens * minute / rate
    local left = math.floor((now + minute - fullAt[i]) * rate / minute + 0.001)
    if left < 0 then
      local had = math.floor((now + minute - from) * rate / minute + 0.001)
      return { i, had, math.ceil(from - now), math.max(1, math.ceil(fullAt[i] - now - minute)) }
    end
    if left < fewest then tightest, fewest = i, left end
  end
  for i, key in ipairs(KEYS) do
    local fullIn = math.ceil(fullAt[i] - now)
    if fullIn > 0 then redis.call('SET', key, string.format('%.3f', fullAt[i]), 'PX', fullIn) end
  end
  return { tightest, fewest, math.ceil(fullAt[tightest] - now), 0 }`

const giveBackScript = `${clock}
  local fullAt = tonumber(redis.call('GET', KEYS[1]) or now) - minute / tonumber(ARGV[1])
  if fullAt > now then redis.call('SET', KEYS[1], string.format('%.3f', fullAt), 'PX', math.ceil(fullAt - now))
  else redis.call('DEL', KEYS[1]) end
  return 0`
