import type { Redis } from 'ioredis'
import type { Bucket, BucketState, Buckets } from './buckets.ts'

/**
 * Buckets shared by all processes with the same Redis, by Redis's clock; all buckets of a request
 * take one round trip. While Redis is unavailable or slow, each process counts alone, so that rate
 * limits never make the API unavailable.
 *
 * @param fallback used while Redis is unavailable
 * @param onUnavailable called once each time Redis becomes unavailable
 */
export async function openRedisBuckets(
  url: string,
  fallback: Buckets,
  onUnavailable: (error: unknown) => void,
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
  let unavailable = false
  redis.on('error', handleError)
  redis.on('ready', () => {
    unavailable = false
  })
  redis.defineCommand('sillaTake', { lua: takeScript })
  redis.defineCommand('sillaGiveBack', { lua: giveBackScript, numberOfKeys: 1 })
  await redis.connect().catch(handleError)
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
        handleError(error)
        return fallback.take(buckets)
      }
    },
    async giveBack(bucket) {
      await commands.sillaGiveBack(bucket.key, bucket.perMinute).catch(handleError)
    },
    async close() {
      redis.disconnect()
      await fallback.close()
    },
  }

  function handleError(error: unknown) {
    if (!unavailable) onUnavailable(error)
    unavailable = true
  }
}

interface Commands {
  sillaTake(keyCount: number, ...keysRatesAndTokens: (string | number)[]): Promise<TakeResult>
  sillaGiveBack(key: string, perMinute: number): Promise<unknown>
}

/** The index of the most limiting bucket from 1, its tokens, and two times in milliseconds. */
type TakeResult = [number, number, number, number]

function toBucketState(
  buckets: readonly Bucket[],
  [index, left, fullIn, wait]: TakeResult,
): BucketState {
  return {
    bucket: buckets[index - 1] as Bucket,
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
 * The same algorithm as in memory-buckets.ts: all or none, and the most limiting bucket is
 * returned. A key expires when its bucket is full again.
 */
const takeScript = `${clock}
  local fullAt, lowest, fewest = {}, 0, math.huge
  for i, key in ipairs(KEYS) do
    local rate, tokens = tonumber(ARGV[i]), tonumber(ARGV[#KEYS + i])
    local from = math.min(math.max(tonumber(redis.call('GET', key) or now), now), now + minute)
    fullAt[i] = from + tokens * minute / rate
    local left = math.floor((now + minute - fullAt[i]) * rate / minute + 0.001)
    if left < 0 then
      local had = math.floor((now + minute - from) * rate / minute + 0.001)
      return { i, had, math.ceil(from - now), math.max(1, math.ceil(fullAt[i] - now - minute)) }
    end
    if left < fewest then lowest, fewest = i, left end
  end
  for i, key in ipairs(KEYS) do
    local fullIn = math.ceil(fullAt[i] - now)
    if fullIn > 0 then redis.call('SET', key, string.format('%.3f', fullAt[i]), 'PX', fullIn) end
  end
  return { lowest, fewest, math.ceil(fullAt[lowest] - now), 0 }`

const giveBackScript = `${clock}
  local fullAt = tonumber(redis.call('GET', KEYS[1]) or now) - minute / tonumber(ARGV[1])
  if fullAt > now then
    local fullIn = math.ceil(fullAt - now)
    redis.call('SET', KEYS[1], string.format('%.3f', fullAt), 'PX', fullIn)
  else redis.call('DEL', KEYS[1]) end
  return 0`
