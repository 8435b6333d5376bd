import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../support/database.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

test('a missing key is API_KEY_REQUIRED and an invalid one INVALID_API_KEY', async () => {
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

test('two X-API-Key headers are rejected', async () => {
  const { guest, publishableKey, secretKey } = await openSalon()
  const refused = await guest.get('/negocio/', { 'x-api-key': `${publishableKey}, ${secretKey}` })
  assert.equal(refused.error.code, 'INVALID_API_KEY')
})

test('a token is rejected when signing keys are not configured', async () => {
  const { guest } = await openSalon()
  for (const authorization of ['Bearer a.b.c', 'Basic dXNlcjpwYXNz', 'nonsense']) {
    const refused = await guest.get('/negocio/', { authorization })
    assert.equal(refused.status, 401)
    assert.equal(refused.error.code, 'INVALID_TOKEN')
  }
})

test('a suspended business gets BUSINESS_SUSPENDED on every path with either key', async () => {
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
