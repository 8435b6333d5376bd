import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStaffSecrets } from '@silla/core'

const [old, next] = ['o'.repeat(32), 'n'.repeat(32)]

test('while STAFF_PEPPER is replaced, what the other one made is accepted', () => {
  const before = openStaffSecrets([old])
  const during = openStaffSecrets([next, old])
  const [hash] = before.emailHashes('Ana@Example.com')
  assert.deepEqual(during.emailHashes('ana@example.com')[1], hash)
  assert.ok(during.isSignature('text', before.sign('text')))
  assert.ok(!during.isSignature('another', before.sign('text')))
  assert.ok(!before.isSignature('text', during.sign('text')))
  assert.deepEqual(during.recoveryHashes(1, 'CODE')[1], before.recoveryHashes(1, 'CODE')[0])
  assert.ok(!before.isSignature('text', Buffer.alloc(0)))
})
