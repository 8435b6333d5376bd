import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seal, unseal } from '@silla/core'

const key = Buffer.alloc(32, 1)

test('a sealed secret is unsealed only with its key and its purpose', () => {
  const sealed = seal('whsec_abc', key, 'webhook:we_1')
  assert.ok(!sealed.includes('whsec_abc'))
  assert.equal(unseal(sealed, key, 'webhook:we_1'), 'whsec_abc')
  assert.equal(unseal(sealed, Buffer.alloc(32, 2), 'webhook:we_1'), null)
  assert.equal(unseal(sealed, key, 'webhook:we_2'), null)
})

test('a sealed secret that was modified or truncated anywhere is not unsealed', () => {
  const sealed = seal('whsec_abc', key, 'x')
  for (let offset = 0; offset < sealed.length; offset++) {
    const modified = Buffer.from(sealed)
    modified[offset] = (modified[offset] ?? 0) ^ 1
    assert.equal(unseal(modified, key, 'x'), null, String(offset))
  }
  for (let length = 0; length < sealed.length; length++)
    assert.equal(unseal(sealed.subarray(0, length), key, 'x'), null)
})

test('the same secret is sealed differently each time', () => {
  assert.notDeepEqual(seal('whsec_abc', key, 'x'), seal('whsec_abc', key, 'x'))
})
