import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

test('without a key nothing is served, and a key that is none is told so', async () => {
  const { guest } = await openSalon()
  const missing = await guest.get('/negocio/', { 'x-api-key': '' })
  assert.equal(missing.status, 401)
  assert.equal(missing.error.code, 'API_KEY_REQUIRED')
  for (const key of [
    'nonsense',
    'silla_pub_test_000000000000000000000000000000000',
    'x'.repeat(5000),
    '%00',
  ]) {
    const refused = await guest.get('/negocio/', { 'x-api-key': key })
    assert.equal(refused.status, 401)
    assert.equal(refused.error.code, 'INVALID_API_KEY')
  }
})

test('two keys in one request are no key', async () => {
  const { guest, publishableKey, secretKey } = await openSalon()
  const refused = await guest.get('/negocio/', { 'x-api-key': `${publishableKey}, ${secretKey}` })
  assert.equal(refused.error.code, 'INVALID_API_KEY')
})

test('a token is refused while nobody issues any, never quietly ignored', async () => {
  const { guest } = await openSalon()
  for (const authorization of ['Bearer a.b.c', 'Basic dXNlcjpwYXNz', 'nonsense']) {
    const refused = await guest.get('/negocio/', { authorization })
    assert.equal(refused.status, 401)
    assert.equal(refused.error.code, 'INVALID_TOKEN')
  }
})

test('a suspended business is served nothing, on no path and with neither key', async () => {
  const salon = await openSalon()
  await suspend(salon)
  for (const someone of [salon.guest, salon.backend]) {
    for (const answer of [
      await someone.get('/negocio/'),
      await someone.post('/reservas/crear/', {}),
    ]) {
      assert.equal(answer.status, 403)
      assert.equal(answer.error.code, 'BUSINESS_SUSPENDED')
    }
  }
})

async function suspend({ businessId }: TestSalon) {
  const { admin } = await testDatabase()
  await admin`update registry.businesses set status = 'suspended' where business_id = ${businessId}`
}
