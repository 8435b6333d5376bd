import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seal, unseal } from '@silla/core'

const key = Buffer.alloc(32, 1)

test('a sealed secret opens with its key, for its purpose, and not otherwise', () => {
  const sealed = seal('whsec_abc', key, 'webhook:we_1')
  assert.ok(!sealed.includes('whsec_abc'))
  assert.equal(unseal(sealed, key, 'webhook:we_1'), 'whsec_abc')
  assert.equal(unseal(sealed, Buffer.alloc(32, 2), 'webhook:we_1'), null)
  assert.equal(unseal(sealed, key, 'webhook:we_2'), null)
})

test('a sealed secret that was touched anywhere does not open, and neither does what was never sealed', () => {
  const sealed = seal('whsec_abc', key, 'x')
  for (let place = 0; place < sealed.length; place++) {
    const touched = Buffer.from(sealed)
    touched[place] = (touched[place] ?? 0) ^ 1
    assert.equal(unseal(touched, key, 'x'), null, String(place))
  }
  for (let length = 0; length < sealed.length; length++)
    assert.equal(unseal(sealed.subarray(0, length), key, 'x'), null)
})

test('the same secret is sealed differently each time', () => {
  assert.notDeepEqual(seal('whsec_abc', key, 'x'), seal('whsec_abc', key, 'x'))
})
