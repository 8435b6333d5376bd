import assert from 'node:assert/strict'
import test from 'node:test'
import { createKey, listKeys } from '@silla/tenants'
import { testDatabase } from '../support/database.ts'
import { openBusiness, openCache } from './open-cache.ts'

const input = { kind: 'secret' as const, name: 'Till', origins: [] }

async function lastUsed(businessId: string): Promise<number | null> {
  const [key] = await listKeys((await testDatabase()).admin, businessId)
  return key?.lastUsedAt?.getTime() ?? null
}

test('the last use of a key is recorded, in its own business only', async (t) => {
  const { admin } = await testDatabase()
  const [one, other] = [await openBusiness(), await openBusiness()]
  const { key } = await createKey(admin, one.businessId, input)
  await createKey(admin, other.businessId, input)
  const now = Date.now()
  const { cache, errors } = await openCache(t, { clock: () => now })
  await cache.resolve(key)
  assert.equal(await lastUsed(one.businessId), null, 'nothing is written during the request')
  await cache.close()
  assert.equal(await lastUsed(one.businessId), now)
  assert.equal(await lastUsed(other.businessId), null)
  assert.deepEqual(errors, [])
})

test('the last use of a key is written at most once a minute, across processes', async (t) => {
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
    const { cache } = await openCache(t, { clock: () => start + afterSeconds * 1000 })
    await cache.resolve(key)
    await cache.close()
    assert.equal(
      await lastUsed(businessId),
      start + expectedSeconds * 1000,
      `after ${afterSeconds} s`,
    )
  }
})

test('a use that cannot be recorded is reported and does not fail the request', async (t) => {
  const { admin } = await testDatabase()
  const { businessId } = await openBusiness()
  const { key } = await createKey(admin, businessId, input)
  const { openApiKeyCache } = await import('@silla/tenants')
  const errors: unknown[] = []
  const { cache } = await openCache(t)
  await cache.resolve(key)
  const broken = openApiKeyCache({
    registry: admin,
    tenantDb: () => ({ transaction: () => Promise.reject(new Error('no slot')) }) as never,
    listener: { on: () => {}, onGap: () => {}, notify: async () => {}, close: async () => {} },
    clock: Date.now,
    onError: (error) => errors.push(error),
  })
  assert.equal((await broken.resolve(key)).businessId, businessId)
  await broken.close()
  assert.match(String(errors), /no slot/)
})
