import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { type ApiResponse, client } from '../../support/client.ts'
import { limitsIn, startRedis, type TestRedis } from '../../support/redis.ts'
import { openSalon } from '../../support/salon.ts'
import { until } from '../../support/until.ts'
import { admits, refuses } from './limited.ts'

test('D27: processes with one Redis share limits, and one without it counts alone', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const first = await visitorOf(redis.url)
  const second = await visitorOf(redis.url)
  const returned = returnedTokens(20)
  const start = await first.post('/reservas/crear/', {})
  assert.equal(start.headers.get('ratelimit'), '"create";r=19;t=3')
  await Promise.all([
    admits(9, () => first.post('/reservas/crear/', {})),
    admits(9, () => second.post('/reservas/crear/', {})),
  ])
  await admits(1, () => second.post('/reservas/crear/', {}))
  for (const each of [first, second]) {
    const refused = await firstRefusal(() => each.post('/reservas/crear/', {}), returned)
    assert.ok(Number(refused.headers.get('retry-after')) <= 3)
  }
  await admits(20, await visitorOf(null).then((third) => () => third.post('/reservas/crear/', {})))
})

test('D27: of 100 invalid keys sent at once through two processes, 60 are looked up', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const processes = [await visitorOf(redis.url, 'nonsense'), await visitorOf(redis.url, 'nonsense')]
  const returned = returnedTokens(60)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => processes[i % 2]?.get('/negocio/')),
  )
  const tried = answers.filter((answer) => answer?.status === 401).length
  assert.ok(tried >= 60 && tried <= 60 + returned(), `${tried} were looked up`)
})

test('D27: of 152 reads of one client, 150 sent at once through two processes, 120 are admitted', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const processes = [await visitorOf(redis.url), await visitorOf(redis.url)]
  const returned = returnedTokens(120)
  // once a key is known, the requests of a client take from the same buckets
  for (const each of processes) assert.equal((await each.get('/negocio/')).status, 200)
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, i) => processes[i % 2]?.get('/negocio/')),
  )
  const admitted = answers.filter((answer) => answer?.status === 200).length
  assert.ok(admitted >= 118 && admitted <= 118 + returned(), `${admitted} were admitted`)
  const left = answers.flatMap(
    (answer) => answer?.headers.get('ratelimit')?.match(/r=(\d+)/)?.[1] ?? [],
  )
  assert.ok(new Set(left).size >= 118, 'each has the tokens that are left after it')
})

test('while Redis is down each process counts alone, and shares again when Redis is back', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const visitor = await visitorOf(redis.url)
  await admits(20, () => visitor.post('/reservas/crear/', {}))
  await redis.kill()
  await admits(20, () => visitor.post('/reservas/crear/', {}))
  const alone = await refuses(() => visitor.post('/reservas/crear/', {}))
  assert.equal(alone.headers.get('ratelimit'), '"create";r=0;t=60')

  const back = await startRedis(Number(new URL(redis.url).port))
  t.after(() => back?.kill())
  const other = await visitorOf(redis.url)
  await until(async () => (await visitor.post('/reservas/crear/', {})).status !== 429)
  await admits(18, () => other.post('/reservas/crear/', {}))
})

test('without Redis at the start, the API serves and counts locally', async (t) => {
  const { visitorOf } = await scene(t)
  const visitor = await visitorOf('redis://127.0.0.1:1')
  await admits(20, () => visitor.post('/reservas/crear/', {}))
  await refuses(() => visitor.post('/reservas/crear/', {}))
})

async function scene(t: TestContext) {
  const salon = await openSalon()
  return {
    async visitorOf(redisUrl: string | null, key = salon.publishableKey) {
      const api = await openApi(undefined, { limits: limitsIn(redisUrl) })
      t.after(api.close)
      api.clock.set(salon.clock.now())
      return client(api.url, { 'x-api-key': key })
    },
  }
}

/** Sends the request until it is refused; tokens that have come back are taken before. */
async function firstRefusal(
  request: () => Promise<ApiResponse>,
  returned: () => number,
): Promise<ApiResponse> {
  for (let admitted = 0; ; admitted++) {
    const answer = await request()
    if (answer.status === 429) return answer
    assert.ok(admitted < returned(), `admitted ${admitted + 1} times`)
  }
}

/** How many tokens can have come back since by the clock of Redis, at most. */
function returnedTokens(perMinute: number): () => number {
  const since = performance.now()
  return () => Math.ceil(((performance.now() - since) * perMinute) / 60_000)
}

/** Where there is none, the test says so and tries nothing. */
async function redisFor(t: TestContext): Promise<TestRedis | null> {
  const redis = await startRedis()
  if (redis === null) t.diagnostic('redis-server is not installed here: nothing was tried')
  else t.after(() => redis.kill())
  return redis
}
