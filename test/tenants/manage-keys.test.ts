import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createKey,
  installDemoKeys,
  KeyError,
  listKeys,
  newApiKey,
  revokeKey,
  rotateKey,
} from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { openBusiness, openCache } from './open-cache.ts'

const input = { kind: 'secret' as const, name: 'Till', origins: [] }
const dayMs = 24 * 60 * 60_000

test('a new key has the label of its business; its text is not stored', async () => {
  const { admin, witness } = await testDatabase()
  for (const [mode, label] of [
    ['live', 'live'],
    ['test', 'test'],
    ['demo', 'test'],
  ] as const) {
    const { businessId } = await openBusiness(mode)
    const created = await createKey(admin, businessId, { ...input, name: '  Caja  ' })
    assert.match(created.key, new RegExp(`^silla_sec_${label}_`))
    assert.equal(created.name, 'Caja')
    assert.equal(created.lastFour, created.key.slice(-4))
    assert.equal(created.prefix, `silla_sec_${label}_`)
    const [row] = await witness`
        select to_jsonb(k)::text as everything
        from registry.api_keys k where key_id = ${created.keyId}`
    assert.ok(!row?.everything.includes(created.key.slice(created.prefix.length, -6)))
  }
})

test('of twenty keys created concurrently, ten succeed', async () => {
  const { admin } = await testDatabase()
  const { businessId, slug } = await openBusiness()
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => createKey(admin, businessId, input)),
  )
  const refused = results
    .filter((result) => result.status === 'rejected')
    .map((result) => String(result.reason.message))
  assert.equal(refused.length, 10)
  assert.equal(refused[0], `${slug} has 10 active keys; the maximum is 10. Revoke one first.`)
  assert.equal((await listKeys(admin, businessId)).length, 10)
})

test('revoked and expired keys do not count towards the limit; a rotation counts', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const now = Date.now()
  const clock = () => now
  const keys = []
  for (let count = 0; count < 9; count++)
    keys.push(await createKey(admin, businessId, input, clock))
  const short = await createKey(
    admin,
    businessId,
    { ...input, expiresAt: new Date(now + 1000) },
    clock,
  )
  await assert.rejects(rotateKey(admin, businessId, short.keyId, clock), KeyError)
  await createKey(admin, businessId, input, () => now + 1000)
  await assert.rejects(
    createKey(admin, businessId, input, () => now + 1000),
    KeyError,
  )
  await revokeKey(admin, businessId, keys[0]?.keyId ?? '')
  await createKey(admin, businessId, input, () => now + 1000)
})

test('a rotated key works for exactly 24 hours after the rotation', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  let now = Date.now()
  const clock = () => now
  const web = { kind: 'publishable' as const, name: 'Web', origins: ['https://barberia.example'] }
  const old = await createKey(admin, businessId, web, clock)
  const { created, previous } = await rotateKey(admin, businessId, old.keyId, clock)
  assert.deepEqual(
    {
      kind: created.kind,
      name: created.name,
      origins: created.origins,
      rotatedFrom: created.rotatedFrom,
    },
    { ...web, rotatedFrom: old.keyId },
  )
  assert.equal(previous.expiresAt?.getTime(), now + dayMs)
  const { cache } = await openCache(t, { clock })
  now += dayMs - 1
  assert.equal((await cache.resolve(old.key)).keyId, old.keyId)
  assert.equal((await cache.resolve(created.key)).keyId, created.keyId)
  now += 1
  await assert.rejects(cache.resolve(old.key), { code: 'INVALID_API_KEY' })
  assert.equal((await cache.resolve(created.key)).keyId, created.keyId)
})

test('rotating a key does not extend an earlier expiry', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const now = Date.now()
  const expiresAt = new Date(now + 60_000)
  const old = await createKey(admin, businessId, { ...input, expiresAt }, () => now)
  const { created, previous } = await rotateKey(admin, businessId, old.keyId, () => now)
  assert.deepEqual([created.expiresAt, previous.expiresAt], [expiresAt, expiresAt])
})

test('a key can be rotated only once, even by concurrent operators', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { keyId } = await createKey(admin, businessId, input)
  const results = await Promise.allSettled([1, 2, 3].map(() => rotateKey(admin, businessId, keyId)))
  assert.deepEqual(results.map((result) => result.status).sort(), [
    'fulfilled',
    'rejected',
    'rejected',
  ])
  await revokeKey(admin, businessId, keyId)
  await assert.rejects(rotateKey(admin, businessId, keyId), /no longer active/)
})

test('revoking a key again changes nothing', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { keyId } = await createKey(admin, businessId, input)
  const first = await revokeKey(admin, businessId, keyId, () => 1_800_000_000_000)
  const again = await revokeKey(admin, businessId, keyId, () => 1_900_000_000_000)
  assert.equal(first.state, 'revoked')
  assert.deepEqual(again.revokedAt, first.revokedAt)
})

test("an unambiguous prefix of a key's id finds it, in its own business only", async () => {
  const { admin } = await testDatabase()
  const [one, other] = [await openBusiness(), await openBusiness()]
  const { keyId } = await createKey(admin, one.businessId, input)
  await assert.rejects(revokeKey(admin, other.businessId, keyId), {
    message: `${other.slug} has no key ${keyId}.`,
  })
  await assert.rejects(revokeKey(admin, one.businessId, ''), KeyError)
  assert.equal((await revokeKey(admin, one.businessId, keyId.slice(0, 8))).keyId, keyId)
})

test('origins are normalized to the form browsers send, without duplicates', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const origins = [
    'https://Barberia.Example',
    'https://barberia.example/',
    'http://localhost:3000',
    'https://x.example:443',
  ]
  const created = await createKey(admin, businessId, { kind: 'publishable', name: '', origins })
  assert.deepEqual(created.origins, [
    'https://barberia.example',
    'http://localhost:3000',
    'https://x.example',
  ])
  assert.deepEqual((await listKeys(admin, businessId))[0]?.origins, created.origins)
})

test('an invalid origin is refused, and so are origins of a secret key', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  for (const origin of [
    '',
    'barberia.example',
    'https://',
    'https://a.example/path',
    'https://a.example?x',
    'https://a.example#',
    'https://*.example',
    'https://user@a.example',
    'ftp://a.example',
    'null',
    'javascript:alert(1)',
  ]) {
    const created = createKey(admin, businessId, {
      kind: 'publishable',
      name: '',
      origins: [origin],
    })
    await assert.rejects(created, KeyError, JSON.stringify(origin))
  }
  await assert.rejects(
    createKey(admin, businessId, { ...input, origins: ['https://a.example'] }),
    KeyError,
  )
  assert.deepEqual(await listKeys(admin, businessId), [])
})

test('an invalid name, a past expiry and an unknown business are refused', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  await assert.rejects(createKey(admin, businessId, { ...input, name: 'x'.repeat(121) }), KeyError)
  await assert.rejects(createKey(admin, businessId, { ...input, name: 'a\u0000b' }), KeyError)
  await assert.rejects(createKey(admin, businessId, { ...input, expiresAt: new Date(0) }), KeyError)
  await assert.rejects(
    createKey(admin, businessId, { ...input, expiresAt: new Date(Number.NaN) }),
    KeyError,
  )
  await assert.rejects(createKey(admin, '00000000-0000-4000-8000-000000000000', input), KeyError)
})

test('only demo businesses have fixed demo keys; storing them again changes nothing', async (t) => {
  const { admin } = await testDatabase()
  const keys = {
    publishable: newApiKey('publishable', 'test'),
    secret: newApiKey('secret', 'test'),
  }
  for (const mode of ['live', 'test'] as const) {
    const { businessId } = await openBusiness(mode)
    await assert.rejects(
      installDemoKeys(admin, businessId, keys),
      /fixed demo keys are only for demo businesses/,
    )
    assert.deepEqual(await listKeys(admin, businessId), [])
  }
  const demo = await openBusiness('demo')
  await installDemoKeys(admin, demo.businessId, keys)
  await installDemoKeys(admin, demo.businessId, keys)
  assert.equal((await listKeys(admin, demo.businessId)).length, 2)
  const { cache } = await openCache(t)
  assert.equal((await cache.resolve(keys.publishable)).businessId, demo.businessId)
  const neighbour = await openBusiness('demo')
  await assert.rejects(
    installDemoKeys(admin, neighbour.businessId, keys),
    /belongs to another business/,
  )
})

test('a demo key must be a well-formed test key of its kind', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness('demo')
  const good = {
    publishable: newApiKey('publishable', 'test'),
    secret: newApiKey('secret', 'test'),
  }
  for (const bad of [
    { ...good, secret: good.publishable },
    { ...good, secret: newApiKey('secret', 'live') },
    { ...good, secret: `${good.secret.slice(0, -1)}-` },
  ]) {
    await assert.rejects(installDemoKeys(admin, businessId, bad), KeyError)
  }
  assert.deepEqual(await listKeys(admin, businessId), [])
})
