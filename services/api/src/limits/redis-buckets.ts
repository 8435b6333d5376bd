import type { Redis } from 'ioredis'
import type { Bucket, BucketState, Buckets } from './buckets.ts'

/** More do not share a command, so that Redis is soon free for other processes. */
const maxRequestsPerCommand = 100

/**
 * Buckets shared by all processes with the same Redis, by Redis's clock; all buckets of a request
 * take one round trip. Requests that arrive during a round trip share the next one, those of one salon
 * also the command, and those of one client what the command says about its buckets. While Redis is unavailable or slow, each process counts alone, so
 * that rate limits never make the API unavailable.
 *
 * @param fallback used while Redis is unavailable
 * @param onUnavailable called once each time Redis becomes unavailable
 * @param slowMilliseconds from when on Redis counts as slow
 */
export async function openRedisBuckets(
  url: string,
  fallback: Buckets,
  onUnavailable: (error: unknown) => void,
  slowMilliseconds = 200,
): Promise<Buckets> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: Math.max(1000, slowMilliseconds),
    commandTimeout: slowMilliseconds,
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

  const waiting = new Map<readonly Bucket[], Resolve[]>()
  let isSending = false

  return {
    take(buckets) {
      return new Promise((resolve) => {
        const requests = waiting.get(buckets)
        if (requests === undefined) waiting.set(buckets, [resolve])
        else requests.push(resolve)
        if (isSending) return
        isSending = true
        // after the requests that have arrived by now are read
        setImmediate(sendAll)
      })
    },
    async giveBack(bucket) {
      await commands.sillaGiveBack(bucket.key, bucket.perMinute).catch(handleError)
    },
    async close() {
      redis.disconnect()
      await fallback.close()
    },
  }

  async function sendAll() {
    while (waiting.size > 0) await Promise.all(nextCommands().map(send))
    isSending = false
  }

  /** What is sent together for each salon; the requests above the maximum go on waiting. */
  function nextCommands(): Group[][] {
    const commands = new Map<string, { groups: Group[]; requests: number }>()
    for (const [buckets, requests] of waiting) {
      const tag = hashTagOf(buckets)
      const command = commands.get(tag) ?? { groups: [], requests: 0 }
      commands.set(tag, command)
      const left = maxRequestsPerCommand - command.requests
      if (left === 0) continue
      const taken = requests.splice(0, left)
      if (requests.length === 0) waiting.delete(buckets)
      command.groups.push({ buckets, requests: taken })
      command.requests += taken.length
    }
    return Array.from(commands.values(), ({ groups }) => groups)
  }

  async function send(groups: readonly Group[]) {
    try {
      const [keys, numbers] = argumentsOf(groups)
      const answer = await commands.sillaTake(keys.length, ...keys, numbers)
      const results = answer.split(' ').map(Number)
      let from = 0
      for (const { buckets, requests } of groups) {
        for (const resolve of requests) {
          resolve(stateAt(results, from, buckets))
          from += numbersPerResult
        }
      }
    } catch (error) {
      handleError(error)
      // those that came meanwhile do not wait for a second failure
      const later = Array.from(waiting, ([buckets, requests]) => ({ buckets, requests }))
      waiting.clear()
      for (const { buckets, requests } of [...groups, ...later])
        for (const resolve of requests) resolve(fallback.take(buckets))
    }
  }

  function handleError(error: unknown) {
    if (!unavailable) onUnavailable(error)
    unavailable = true
  }
}

interface Commands {
  /**
   * The numbers as `argumentsOf` joins them; `numbersPerResult` numbers for each request, as one text
   * too: ioredis takes longer to read each than all of them to split.
   */
  sillaTake(keyCount: number, ...keysAndNumbers: string[]): Promise<string>
  sillaGiveBack(key: string, perMinute: number): Promise<unknown>
}

/** Requests that take from the same buckets. */
interface Group {
  buckets: readonly Bucket[]
  requests: readonly Resolve[]
}

type Resolve = (state: BucketState | Promise<BucketState>) => void

/** What the buckets of one request have in common, with the requests that share a command. */
function hashTagOf([bucket]: readonly Bucket[]): string {
  const { key } = bucket as Bucket
  return key.slice(0, key.indexOf('}'))
}

/**
 * The different keys of all buckets; and, as one text, because ioredis writes every argument separately,
 * the number of groups, and for each the number of its requests and of its buckets, then the index of its
 * key from 1, the rate and the tokens of each.
 */
function argumentsOf(groups: readonly Group[]): [keys: string[], numbers: string] {
  const indexes = new Map<string, number>()
  let numbers = `${groups.length} `
  for (const { buckets, requests } of groups) {
    numbers += `${requests.length} ${buckets.length} `
    for (const { key, perMinute, tokens = 1 } of buckets) {
      const index = indexes.get(key) ?? indexes.size + 1
      indexes.set(key, index)
      numbers += `${index} ${perMinute} ${tokens} `
    }
  }
  return [[...indexes.keys()], numbers]
}

/** The index of the most limiting bucket from 1, its tokens, and two times in milliseconds. */
const numbersPerResult = 4

function stateAt(
  results: readonly number[],
  from: number,
  buckets: readonly Bucket[],
): BucketState {
  return {
    bucket: buckets[(results[from] as number) - 1] as Bucket,
    left: results[from + 1] as number,
    fullInMilliseconds: results[from + 2] as number,
    waitMilliseconds: results[from + 3] as number,
  }
}

const clock = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local minute = 60000`

/**
 * The same algorithm as in memory-buckets.ts for each request: all or none, and the most limiting
 * bucket is returned. Each bucket is read and written once for all requests. A key expires when its
 * bucket is full again.
 */
const takeScript = `${clock}
  local numbers = string.gmatch(ARGV[1], '%S+')
  local fullAt, changed = {}, {}
  for index, stored in ipairs(redis.call('MGET', unpack(KEYS))) do
    fullAt[index] = math.min(math.max(tonumber(stored or now), now), now + minute)
  end
  local function take(indexes, rates, tokens)
    local full, lowest, fewest = {}, 0, math.huge
    for i, index in ipairs(indexes) do
      local rate, from = rates[i], fullAt[index]
      local after = from + tokens[i] * minute / rate
      local left = math.floor((now + minute - after) * rate / minute + 0.001)
      if left < 0 then
        local had = math.floor((now + minute - from) * rate / minute + 0.001)
        return i, had, math.ceil(from - now), math.max(1, math.ceil(after - now - minute))
      end
      if left < fewest then lowest, fewest = i, left end
      full[index] = after
    end
    for index, after in pairs(full) do fullAt[index], changed[index] = after, true end
    return lowest, fewest, math.ceil(fullAt[indexes[lowest]] - now), 0
  end
  local results = {}
  for group = 1, tonumber(numbers()) do
    local requests, indexes, rates, tokens = tonumber(numbers()), {}, {}, {}
    for i = 1, tonumber(numbers()) do
      indexes[i], rates[i], tokens[i] = tonumber(numbers()), tonumber(numbers()), tonumber(numbers())
    end
    for request = 1, requests do
      local at = #results
      results[at + 1], results[at + 2], results[at + 3], results[at + 4] = take(indexes, rates, tokens)
    end
  end
  for index in pairs(changed) do
    local fullIn = math.ceil(fullAt[index] - now)
    if fullIn > 0 then
      redis.call('SET', KEYS[index], string.format('%.3f', fullAt[index]), 'PX', fullIn)
    end
  end
  return table.concat(results, ' ')`

const giveBackScript = `${clock}
  local fullAt = tonumber(redis.call('GET', KEYS[1]) or now) - minute / tonumber(ARGV[1])
  if fullAt > now then
    local fullIn = math.ceil(fullAt - now)
    redis.call('SET', KEYS[1], string.format('%.3f', fullAt), 'PX', fullIn)
  else redis.call('DEL', KEYS[1]) end
  return 0`
