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
import { openBusiness, openRing } from './key-scene.ts'

const input = { kind: 'secret' as const, name: 'Till', origins: [] }
const dayMs = 24 * 60 * 60_000

test('a new key says whether its business is live; its text is stored nowhere', async () => {
  const { admin, witness } = await testDatabase()
  for (const [mode, label] of [
    ['live', 'live'],
    ['test', 'test'],
    ['demo', 'test'],
  ] as const) {
    const { businessId } = await openBusiness(mode)
    const issued = await createKey(admin, businessId, { ...input, name: '  Caja  ' })
    assert.match(issued.key, new RegExp(`^silla_sec_${label}_`))
    assert.equal(issued.name, 'Caja')
    assert.equal(issued.lastFour, issued.key.slice(-4))
    assert.equal(issued.prefix, `silla_sec_${label}_`)
    const [row] =
      await witness`select to_jsonb(k)::text as everything from registry.api_keys k where key_id = ${issued.keyId}`
    assert.ok(!row?.everything.includes(issued.key.slice(issued.prefix.length, -6)))
  }
})

test('of twenty keys asked for at once, ten are issued', async () => {
  const { admin } = await testDatabase()
  const { businessId, slug } = await openBusiness()
  const requested = await Promise.allSettled(
    Array.from({ length: 20 }, () => createKey(admin, businessId, input)),
  )
  const refused = requested
    .filter((each) => each.status === 'rejected')
    .map((each) => String(each.reason.message))
  assert.equal(refused.length, 10)
  assert.equal(refused[0], `${slug} has 10 active keys, and 10 is the most: revoke one first.`)
  assert.equal((await listKeys(admin, businessId)).length, 10)
})

test('revoked and expired keys leave room for new ones; a rotation needs room', async () => {
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

test('a rotated key works for 24 hours beside the new one, and not a millisecond longer', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  let now = Date.now()
  const clock = () => now
  const web = { kind: 'publishable' as const, name: 'Web', origins: ['https://barberia.example'] }
  const old = await createKey(admin, businessId, web, clock)
  const { issued, previous } = await rotateKey(admin, businessId, old.keyId, clock)
  assert.deepEqual(
    {
      kind: issued.kind,
      name: issued.name,
      origins: issued.origins,
      rotatedFrom: issued.rotatedFrom,
    },
    { ...web, rotatedFrom: old.keyId },
  )
  assert.equal(previous.expiresAt?.getTime(), now + dayMs)
  const { ring } = await openRing(t, { clock })
  now += dayMs - 1
  assert.equal((await ring.holderOf(old.key)).keyId, old.keyId)
  assert.equal((await ring.holderOf(issued.key)).keyId, issued.keyId)
  now += 1
  await assert.rejects(ring.holderOf(old.key), { code: 'INVALID_API_KEY' })
  assert.equal((await ring.holderOf(issued.key)).keyId, issued.keyId)
})

test('rotation does not lengthen the life of a key that was to end sooner', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const now = Date.now()
  const expiresAt = new Date(now + 60_000)
  const old = await createKey(admin, businessId, { ...input, expiresAt }, () => now)
  const { issued, previous } = await rotateKey(admin, businessId, old.keyId, () => now)
  assert.deepEqual([issued.expiresAt, previous.expiresAt], [expiresAt, expiresAt])
})

test('a key is rotated once, also when two operators try at the same moment', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { keyId } = await createKey(admin, businessId, input)
  const tries = await Promise.allSettled([1, 2, 3].map(() => rotateKey(admin, businessId, keyId)))
  assert.deepEqual(tries.map((each) => each.status).sort(), ['fulfilled', 'rejected', 'rejected'])
  await revokeKey(admin, businessId, keyId)
  await assert.rejects(rotateKey(admin, businessId, keyId), /no longer active/)
})

test('revoking again changes nothing', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { keyId } = await createKey(admin, businessId, input)
  const first = await revokeKey(admin, businessId, keyId, () => 1_800_000_000_000)
  const again = await revokeKey(admin, businessId, keyId, () => 1_900_000_000_000)
  assert.equal(first.state, 'revoked')
  assert.deepEqual(again.revokedAt, first.revokedAt)
})

test("the beginning of a key's id is enough where it is one key's only; another salon's is unknown", async () => {
  const { admin } = await testDatabase()
  const [one, other] = [await openBusiness(), await openBusiness()]
  const { keyId } = await createKey(admin, one.businessId, input)
  await assert.rejects(revokeKey(admin, other.businessId, keyId), {
    message: `${other.slug} has no key ${keyId}.`,
  })
  await assert.rejects(revokeKey(admin, one.businessId, ''), KeyError)
  assert.equal((await revokeKey(admin, one.businessId, keyId.slice(0, 8))).keyId, keyId)
})

test('origins are kept as browsers send them, each once', async () => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const origins = [
    'https://Barberia.Example',
    'https://barberia.example/',
    'http://localhost:3000',
    'https://x.example:443',
  ]
  const issued = await createKey(admin, businessId, { kind: 'publishable', name: '', origins })
  assert.deepEqual(issued.origins, [
    'https://barberia.example',
    'http://localhost:3000',
    'https://x.example',
  ])
  assert.deepEqual((await listKeys(admin, businessId))[0]?.origins, issued.origins)
})

test('what is no origin is refused, and so are origins of a secret key', async () => {
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
    const asked = createKey(admin, businessId, { kind: 'publishable', name: '', origins: [origin] })
    await assert.rejects(asked, KeyError, JSON.stringify(origin))
  }
  await assert.rejects(
    createKey(admin, businessId, { ...input, origins: ['https://a.example'] }),
    KeyError,
  )
  assert.deepEqual(await listKeys(admin, businessId), [])
})

test('a name that is too long, a past expiry and an unknown business are refused', async () => {
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

test('fixed demo keys are for demo businesses; storing them again changes nothing', async (t) => {
  const { admin } = await testDatabase()
  const keys = {
    publishable: newApiKey('publishable', 'test'),
    secret: newApiKey('secret', 'test'),
  }
  for (const mode of ['live', 'test'] as const) {
    const { businessId } = await openBusiness(mode)
    await assert.rejects(
      installDemoKeys(admin, businessId, keys),
      /fixed demo keys are for demo businesses/,
    )
    assert.deepEqual(await listKeys(admin, businessId), [])
  }
  const demo = await openBusiness('demo')
  await installDemoKeys(admin, demo.businessId, keys)
  await installDemoKeys(admin, demo.businessId, keys)
  assert.equal((await listKeys(admin, demo.businessId)).length, 2)
  const { ring } = await openRing(t)
  assert.equal((await ring.holderOf(keys.publishable)).businessId, demo.businessId)
  const neighbour = await openBusiness('demo')
  await assert.rejects(
    installDemoKeys(admin, neighbour.businessId, keys),
    /held by another business/,
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
