import assert from 'node:assert/strict'
import test from 'node:test'
import { createKey, newApiKey, revokeKey } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { millisecondsUntilRefused, openBusiness, openRing } from './key-scene.ts'

const publishable = {
  kind: 'publishable',
  name: 'Web',
  origins: ['https://barberia.example'],
} as const
const input = { ...publishable, origins: [...publishable.origins] }

test('a key tells its business, with its mode, its status and the origins it may be used from', async (t) => {
  const { admin } = await testDatabase()
  const { businessId, slug } = await openBusiness('live')
  const { ring } = await openRing(t)
  const issued = await createKey(admin, businessId, input)
  const holder = await ring.holderOf(issued.key)
  assert.deepEqual(
    { ...holder },
    {
      keyId: issued.keyId,
      businessId,
      slug,
      mode: 'live',
      status: 'active',
      kind: 'publishable',
      origins: ['https://barberia.example'],
      expiresAt: null,
      revokedAt: null,
      rates: {},
    },
  )
})

test('a remembered key is told at once, one that is not remembered is left to be asked for', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('live')
  const { ring, lookUps } = await openRing(t, { deaf: true })
  const { key } = await createKey(admin, businessId, input)
  assert.equal(ring.rememberedHolder(key), undefined)
  assert.equal(lookUps(), 0)
  const holder = await ring.holderOf(key)
  assert.equal(ring.rememberedHolder(key), holder)

  assert.throws(() => ring.rememberedHolder(undefined), { code: 'API_KEY_REQUIRED' })
  assert.throws(() => ring.rememberedHolder('nonsense'), { code: 'INVALID_API_KEY' })
  const unknown = newApiKey('publishable', 'live')
  await assert.rejects(ring.holderOf(unknown), { code: 'INVALID_API_KEY' })
  assert.throws(() => ring.rememberedHolder(unknown), { code: 'INVALID_API_KEY' })
  assert.equal(lookUps(), 2)
})

test('no key, and an empty one, are API_KEY_REQUIRED', async (t) => {
  const { ring, lookUps } = await openRing(t)
  await assert.rejects(ring.holderOf(undefined), { code: 'API_KEY_REQUIRED' })
  await assert.rejects(ring.holderOf(''), { code: 'API_KEY_REQUIRED' })
  assert.equal(lookUps(), 0)
})

test('a mistyped key is refused without asking the registry; a well-formed unknown one asks once', async (t) => {
  const { ring, lookUps } = await openRing(t, { clock: () => 0 })
  const unknown = newApiKey('secret', 'live')
  const mistyped = unknown.replace(/.$/, unknown.endsWith('x') ? 'y' : 'x')
  await assert.rejects(ring.holderOf(mistyped), { code: 'INVALID_API_KEY' })
  await assert.rejects(ring.holderOf('x'.repeat(10_000)), { code: 'INVALID_API_KEY' })
  assert.equal(lookUps(), 0)
  await assert.rejects(ring.holderOf(unknown), { code: 'INVALID_API_KEY' })
  await assert.rejects(ring.holderOf(unknown), { code: 'INVALID_API_KEY' })
  assert.equal(lookUps(), 1)
})

test('fifty requests with one key at once are one look-up', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { ring, lookUps } = await openRing(t)
  await Promise.all(Array.from({ length: 50 }, () => ring.holderOf(key)))
  assert.equal(lookUps(), 1)
})

test('a revoked key is refused within a second by every process, though both remembered it', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  // their clocks stand still: only the notice can make them forget
  const [one, other] = [
    await openRing(t, { clock: () => 0 }),
    await openRing(t, { clock: () => 0 }),
  ]
  await one.ring.holderOf(key)
  await other.ring.holderOf(key)
  await revokeKey(admin, businessId, keyId)
  const waits = await Promise.all([
    millisecondsUntilRefused(one.ring, key),
    millisecondsUntilRefused(other.ring, key),
  ])
  assert.ok(Math.max(...waits) < 1000, `refused after ${waits.map(Math.round).join(' and ')} ms`)
  await assert.rejects(one.ring.holderOf(key), { code: 'INVALID_API_KEY' })
})

test('where the notice is lost, an answer is still forgotten after a second', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  let now = 5_000_000
  const { ring } = await openRing(t, { clock: () => now, deaf: true })
  await ring.holderOf(key)
  await revokeKey(admin, businessId, keyId)
  now += 999
  await ring.holderOf(key)
  now += 1
  await assert.rejects(ring.holderOf(key), { code: 'INVALID_API_KEY' })
})

test('a clock that is set back does not make an answer younger', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  let now = 5_000_000
  const { ring } = await openRing(t, { clock: () => now, deaf: true })
  await ring.holderOf(key)
  await revokeKey(admin, businessId, keyId)
  now -= 60_000
  await assert.rejects(ring.holderOf(key), { code: 'INVALID_API_KEY' })
})

test('when notices may have been missed, everything remembered is forgotten', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key, keyId } = await createKey(admin, businessId, input)
  const { ring, gap } = await openRing(t, { clock: () => 0, deaf: true })
  await ring.holderOf(key)
  await revokeKey(admin, businessId, keyId)
  gap()
  await assert.rejects(ring.holderOf(key), { code: 'INVALID_API_KEY' })
})

test('a key that was unknown a moment ago works as soon as it is stored', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('demo')
  const { ring } = await openRing(t, { clock: () => 0 })
  const { installDemoKeys } = await import('@silla/tenants')
  const keys = {
    publishable: newApiKey('publishable', 'test'),
    secret: newApiKey('secret', 'test'),
  }
  await assert.rejects(ring.holderOf(keys.secret), { code: 'INVALID_API_KEY' })
  await installDemoKeys(admin, businessId, keys)
  const since = performance.now()
  let holder = null
  while (holder === null && performance.now() - since < 1000) {
    holder = await ring.holderOf(keys.secret).catch(() => null)
    await new Promise(setImmediate)
  }
  assert.equal(holder?.mode, 'demo')
})

test('an expired key is refused from the very millisecond, remembered or not', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  let now = Date.now()
  const expiresAt = new Date(now + 500)
  const { key } = await createKey(admin, businessId, { ...input, expiresAt }, () => now)
  const { ring, lookUps } = await openRing(t, { clock: () => now, deaf: true })
  now += 499
  await ring.holderOf(key)
  now += 1
  await assert.rejects(ring.holderOf(key), { code: 'INVALID_API_KEY' })
  assert.equal(lookUps(), 1)
})

test('a suspended business keeps its keys; the door is told the status', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  await admin`update registry.businesses set status = 'suspended' where business_id = ${businessId}`
  const { ring } = await openRing(t)
  assert.equal((await ring.holderOf(key)).status, 'suspended')
})

test("a key whose label is not its business's is refused", async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('test')
  const { key } = await createKey(admin, businessId, input)
  await admin`update registry.businesses set mode = 'live' where business_id = ${businessId}`
  const { ring } = await openRing(t)
  await assert.rejects(ring.holderOf(key), { code: 'INVALID_API_KEY' })
})

test('a look-up that fails is not remembered', async (t) => {
  const { admin, urls } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { openApiKeyCache } = await import('@silla/tenants')
  const { openDatabase, openTenantDbs } = await import('@silla/db')
  const database = openDatabase({ url: urls.api, name: 'silla-test-api' })
  let broken = true
  const registry = new Proxy(database.calls, {
    apply: (target, self, args) =>
      broken
        ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
        : Reflect.apply(target as never, self, args),
  })
  const notices = { on: () => {}, onGap: () => {}, close: async () => {} }
  const ring = openApiKeyCache({ registry, door: openTenantDbs(database), notices, clock: () => 0 })
  t.after(async () => {
    await ring.close()
    await database.close()
  })
  await assert.rejects(ring.holderOf(key), { code: 'SERVICE_UNAVAILABLE' })
  broken = false
  assert.equal((await ring.holderOf(key)).businessId, businessId)
})
