import assert from 'node:assert/strict'
import test from 'node:test'
import { createKey, listKeys } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { openBusiness, openRing } from './key-scene.ts'

const input = { kind: 'secret' as const, name: 'Till', origins: [] }

async function lastUse(businessId: string): Promise<number | null> {
  const [key] = await listKeys((await testDatabase()).admin, businessId)
  return key?.lastUsedAt?.getTime() ?? null
}

test('the last use of a key is kept, for its own business only', async (t) => {
  const { admin } = await testDatabase()
  const [one, other] = [await openBusiness(), await openBusiness()]
  const { key } = await createKey(admin, one.businessId, input)
  await createKey(admin, other.businessId, input)
  const now = Date.now()
  const { ring, errors } = await openRing(t, { clock: () => now })
  await ring.holderOf(key)
  assert.equal(
    await lastUse(one.businessId),
    null,
    'nothing is written while the request is served',
  )
  await ring.close()
  assert.equal(await lastUse(one.businessId), now)
  assert.equal(await lastUse(other.businessId), null)
  assert.deepEqual(errors, [])
})

test('a key is written at most once a minute, whichever process saw it', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const start = Date.now()
  for (const [afterSeconds, expectedSeconds] of [
    [0, 0],
    [30, 0],
    [60, 0],
    [61, 61],
  ] as const) {
    const { ring } = await openRing(t, { clock: () => start + afterSeconds * 1000 })
    await ring.holderOf(key)
    await ring.close()
    assert.equal(
      await lastUse(businessId),
      start + expectedSeconds * 1000,
      `after ${afterSeconds} s`,
    )
  }
})

test('a use that cannot be written is told and harms no request', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { openApiKeyCache } = await import('@silla/tenants')
  const errors: unknown[] = []
  const { ring } = await openRing(t)
  await ring.holderOf(key)
  const broken = openApiKeyCache({
    registry: admin,
    door: () => ({ act: () => Promise.reject(new Error('no place')) }) as never,
    notices: { on: () => {}, onGap: () => {}, close: async () => {} },
    clock: Date.now,
    onError: (error) => errors.push(error),
  })
  assert.equal((await broken.holderOf(key)).businessId, businessId)
  await broken.close()
  assert.match(String(errors), /no place/)
})
