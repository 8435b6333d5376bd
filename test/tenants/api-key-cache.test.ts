import assert from 'node:assert/strict'
import test from 'node:test'
import { createKey, newApiKey, revokeKey } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { millisecondsUntilRefused, openBusiness, openCache } from './open-cache.ts'

const publishable = {
  kind: 'publishable',
  name: 'Web',
  origins: ['https://barberia.example'],
} as const
const input = { ...publishable, origins: [...publishable.origins] }

test('a key resolves to its business, with mode, status and allowed origins', async (t) => {
  const { admin } = await testDatabase()
  const { businessId, slug } = await openBusiness('live')
  const { cache } = await openCache(t)
  const created = await createKey(admin, businessId, input)
  const principal = await cache.resolve(created.key)
  assert.deepEqual(
    { ...principal },
    {
      keyId: created.keyId,
      businessId,
      slug,
      mode: 'live',
      status: 'active',
      kind: 'publishable',
      name: 'Web',
      origins: ['https://barberia.example'],
      expiresAt: null,
      revokedAt: null,
      rates: {},
      clockOffsetMilliseconds: 0,
      forPage: false,
    },
  )
})

test('a cached key resolves synchronously; an uncached one does not', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('live')
  const { cache, lookups } = await openCache(t, { disconnected: true })
  const { key } = await createKey(admin, businessId, input)
  assert.equal(cache.cached(key), undefined)
  assert.equal(lookups(), 0)
  const principal = await cache.resolve(key)
  assert.equal(cache.cached(key), principal)

  assert.throws(() => cache.cached(undefined), { code: 'API_KEY_REQUIRED' })
  assert.throws(() => cache.cached('nonsense'), { code: 'INVALID_API_KEY' })
  const unknown = newApiKey('publishable', 'live')
  await assert.rejects(cache.resolve(unknown), { code: 'INVALID_API_KEY' })
  assert.throws(() => cache.cached(unknown), { code: 'INVALID_API_KEY' })
  assert.equal(lookups(), 3)
})

test('a missing or empty key is API_KEY_REQUIRED', async (t) => {
  const { cache, lookups } = await openCache(t)
  await assert.rejects(cache.resolve(undefined), { code: 'API_KEY_REQUIRED' })
  await assert.rejects(cache.resolve(''), { code: 'API_KEY_REQUIRED' })
  assert.equal(lookups(), 0)
})

test('a mistyped key is refused without a look-up; an unknown one is looked up once, here and among those that moved', async (t) => {
  const { cache, lookups } = await openCache(t, { clock: () => 0 })
  const unknown = newApiKey('secret', 'live')
  const mistyped = unknown.replace(/.$/, unknown.endsWith('x') ? 'y' : 'x')
  await assert.rejects(cache.resolve(mistyped), { code: 'INVALID_API_KEY' })
  await assert.rejects(cache.resolve('x'.repeat(10_000)), { code: 'INVALID_API_KEY' })
  assert.equal(lookups(), 0)
  await assert.rejects(cache.resolve(unknown), { code: 'INVALID_API_KEY' })
  await assert.rejects(cache.resolve(unknown), { code: 'INVALID_API_KEY' })
  assert.equal(lookups(), 2)
})

test('fifty concurrent requests with one key share one look-up', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { cache, lookups } = await openCache(t)
  await Promise.all(Array.from({ length: 50 }, () => cache.resolve(key)))
  assert.equal(lookups(), 1)
})

test('every process refuses a revoked key within a second, even a cached one', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  // their clocks are stopped, so only the notification can clear the caches
  const [one, other] = [
    await openCache(t, { clock: () => 0 }),
    await openCache(t, { clock: () => 0 }),
  ]
  await one.cache.resolve(key)
  await other.cache.resolve(key)
  await revokeKey(admin, businessId, keyId)
  const waits = await Promise.all([
    millisecondsUntilRefused(one.cache, key),
    millisecondsUntilRefused(other.cache, key),
  ])
  assert.ok(Math.max(...waits) < 1000, `refused after ${waits.map(Math.round).join(' and ')} ms`)
  await assert.rejects(one.cache.resolve(key), { code: 'INVALID_API_KEY' })
})

test('without a notification, an entry still expires after a second', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  let now = 5_000_000
  const { cache } = await openCache(t, { clock: () => now, disconnected: true })
  await cache.resolve(key)
  await revokeKey(admin, businessId, keyId)
  now += 999
  await cache.resolve(key)
  now += 1
  await assert.rejects(cache.resolve(key), { code: 'INVALID_API_KEY' })
})

test('setting the clock back does not make an entry fresh', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  let now = 5_000_000
  const { cache } = await openCache(t, { clock: () => now, disconnected: true })
  await cache.resolve(key)
  await revokeKey(admin, businessId, keyId)
  now -= 60_000
  await assert.rejects(cache.resolve(key), { code: 'INVALID_API_KEY' })
})

test('the cache is cleared when notifications may have been missed', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  const { cache, gap } = await openCache(t, { clock: () => 0, disconnected: true })
  await cache.resolve(key)
  await revokeKey(admin, businessId, keyId)
  gap()
  await assert.rejects(cache.resolve(key), { code: 'INVALID_API_KEY' })
})

test('a key that was unknown before works as soon as it is stored', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('demo')
  const { cache } = await openCache(t, { clock: () => 0 })
  const { installDemoKeys } = await import('@silla/tenants')
  const keys = {
    publishable: newApiKey('publishable', 'test'),
    secret: newApiKey('secret', 'test'),
  }
  await assert.rejects(cache.resolve(keys.secret), { code: 'INVALID_API_KEY' })
  await installDemoKeys(admin, businessId, keys)
  const since = performance.now()
  let principal = null
  while (principal === null && performance.now() - since < 1000) {
    principal = await cache.resolve(keys.secret).catch(() => null)
    await new Promise(setImmediate)
  }
  assert.equal(principal?.mode, 'demo')
})

test('a key is refused from the millisecond that it expires, cached or not', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  let now = Date.now()
  const expiresAt = new Date(now + 500)
  const { key } = await createKey(admin, businessId, { ...input, expiresAt }, () => now)
  const { cache, lookups } = await openCache(t, { clock: () => now, disconnected: true })
  now += 499
  await cache.resolve(key)
  now += 1
  await assert.rejects(cache.resolve(key), { code: 'INVALID_API_KEY' })
  assert.equal(lookups(), 1)
})

test('the key of a suspended business resolves, with the status', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  await admin`update registry.businesses set status = 'suspended' where business_id = ${businessId}`
  const { cache } = await openCache(t)
  assert.equal((await cache.resolve(key)).status, 'suspended')
})

test("a key whose label does not match its business's mode is refused", async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('test')
  const { key } = await createKey(admin, businessId, input)
  await admin`update registry.businesses set mode = 'live' where business_id = ${businessId}`
  const { cache } = await openCache(t)
  await assert.rejects(cache.resolve(key), { code: 'INVALID_API_KEY' })
})

test('a failed look-up is not cached', async (t) => {
  const { admin, urls } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { openApiKeyCache } = await import('@silla/tenants')
  const { openDatabase, openTenantDbs } = await import('@silla/db')
  const database = openDatabase({ url: urls.api, name: 'silla-test-api' })
  let broken = true
  const registry = new Proxy(database.queryPool, {
    apply: (target, self, args) =>
      broken
        ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
        : Reflect.apply(target as never, self, args),
  })
  const listener = { on: () => {}, onGap: () => {}, notify: async () => {}, close: async () => {} }
  const cache = openApiKeyCache({
    registry,
    tenantDb: openTenantDbs(database),
    listener,
    clock: () => 0,
  })
  t.after(async () => {
    await cache.close()
    await database.close()
  })
  await assert.rejects(cache.resolve(key), { code: 'SERVICE_UNAVAILABLE' })
  broken = false
  assert.equal((await cache.resolve(key)).businessId, businessId)
})
