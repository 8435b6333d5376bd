import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openApi } from '../../support/api.ts'
import { client } from '../../support/client.ts'
import { startRedis, type TestRedis } from '../../support/redis.ts'
import { openSalon } from '../../support/salon.ts'
import { admits, refuses } from './limited.ts'

test('D27: processes with one Redis share limits, and one without it counts alone', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const first = await visitorOf(redis.url)
  const second = await visitorOf(redis.url)
  const start = await first.post('/reservas/crear/', {})
  assert.equal(start.headers.get('ratelimit'), '"create";r=19;t=3')
  await Promise.all([
    admits(9, () => first.post('/reservas/crear/', {})),
    admits(9, () => second.post('/reservas/crear/', {})),
  ])
  await admits(1, () => second.post('/reservas/crear/', {}))
  // a slow run may see a token come back
  for (let more = 0; more < 5; more++)
    if ((await first.post('/reservas/crear/', {})).status === 429) break
  const refused = await refuses(() => first.post('/reservas/crear/', {}))
  assert.ok(Number(refused.headers.get('retry-after')) <= 3)
  await refuses(() => second.post('/reservas/crear/', {}))
  await admits(20, await visitorOf(null).then((third) => () => third.post('/reservas/crear/', {})))
})

test('D27: of 100 invalid keys sent at once through two processes, 60 are looked up', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const processes = [await visitorOf(redis.url, 'nonsense'), await visitorOf(redis.url, 'nonsense')]
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => processes[i % 2]?.get('/negocio/')),
  )
  // a slow run may see a token come back
  const tried = answers.filter((answer) => answer?.status === 401).length
  assert.ok(tried >= 60 && tried <= 65, `${tried} were looked up`)
})

test('D27: of 152 reads of one client, 150 sent at once through two processes, 120 are admitted', async (t) => {
  const redis = await redisFor(t)
  if (redis === null) return
  const { visitorOf } = await scene(t)
  const processes = [await visitorOf(redis.url), await visitorOf(redis.url)]
  // once a key is known, the requests of a client take from the same buckets
  for (const each of processes) assert.equal((await each.get('/negocio/')).status, 200)
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, i) => processes[i % 2]?.get('/negocio/')),
  )
  // a slow run may see tokens come back
  const admitted = answers.filter((answer) => answer?.status === 200).length
  assert.ok(admitted >= 118 && admitted <= 128, `${admitted} were admitted`)
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
  const deadline = Date.now() + 10_000
  while ((await visitor.post('/reservas/crear/', {})).status === 429) {
    assert.ok(Date.now() < deadline, 'Redis was back and not used again')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
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
      const api = await openApi(undefined, { limits: { redisUrl, trustedProxies: [] } })
      t.after(api.close)
      api.clock.set(salon.clock.now())
      return client(api.url, { 'x-api-key': key })
    },
  }
}

/** Where there is none, the test says so and tries nothing. */
async function redisFor(t: TestContext): Promise<TestRedis | null> {
  const redis = await startRedis()
  if (redis === null) t.diagnostic('redis-server is not installed here: nothing was tried')
  else t.after(() => redis.kill())
  return redis
}
