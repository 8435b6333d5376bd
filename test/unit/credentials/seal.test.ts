import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSealedWithCurrent, seal, unseal } from '@silla/core'

const key = { current: Buffer.alloc(32, 1), previous: null }
const other = { current: Buffer.alloc(32, 2), previous: null }

test('a sealed secret is unsealed only with its key and its purpose', () => {
  const sealed = seal('whsec_abc', key, 'webhook:we_1')
  assert.ok(!sealed.includes('whsec_abc'))
  assert.equal(unseal(sealed, key, 'webhook:we_1'), 'whsec_abc')
  assert.equal(unseal(sealed, other, 'webhook:we_1'), null)
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

test('after a rotation both keys unseal, and a sealed secret names its key', () => {
  const rotated = { current: other.current, previous: key.current }
  const before = seal('whsec_abc', key, 'x')
  const after = seal('whsec_abc', rotated, 'x')
  assert.deepEqual(
    [unseal(before, rotated, 'x'), unseal(after, rotated, 'x')],
    ['whsec_abc', 'whsec_abc'],
  )
  assert.deepEqual(
    [before, after].map((sealed) => isSealedWithCurrent(sealed, rotated)),
    [false, true],
  )
})

test('a secret that names no key, sealed before 0.3.0, is unsealed with either', () => {
  const unnamed = Buffer.from('AQABAgMEBQYHCAkKC530vAXMyjtBIHS0mJMjhOfMzuZDQ6FnG50=', 'base64')
  for (const keys of [key, { current: other.current, previous: key.current }])
    assert.equal(unseal(unnamed, keys, 'x'), 'whsec_abc')
})
